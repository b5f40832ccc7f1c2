package io.feedmill.common.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class OutboxRowsTest {
    private static final JobId JOB = new JobId(1_772_366_400_000_000_000L, "11111111111");
    private static final UserId ANN = new UserId("ann");
    private static final Map<String, AttributeValue> GOOD = OutboxRows.row(3, JOB, ANN);
    private static final OutboxRow READ = new OutboxRow(3, JOB, ANN, 0, null);

    private static Row row(String attribute, AttributeValue value) {
        Map<String, AttributeValue> row = new HashMap<>(GOOD);
        row.put(attribute, value);
        return new Row(row);
    }

    private static Row without(String attribute) {
        Map<String, AttributeValue> row = new HashMap<>(GOOD);
        row.remove(attribute);
        return new Row(row);
    }

    private static OutboxPage page(Row... rows) {
        return OutboxRows.page(new RowPage(List.of(rows), "next", 1));
    }

    static Stream<Row> malformed() {
        return Stream.of(
                without("author"),
                without("resends"),
                row("author", AttributeValue.fromS("not/an/author")),
                row("author", AttributeValue.fromN("7")),
                row("resends", AttributeValue.fromS("many")),
                row("resends", AttributeValue.fromN("1.5")),
                row("resends", AttributeValue.fromN("99999999999")),
                row("due", AttributeValue.fromS("soon")),
                row("v", AttributeValue.fromS("two")),
                row("sk", AttributeValue.fromS("17")),
                row("sk", AttributeValue.fromS("1772366400000000000.not-a-job")),
                row("sk", AttributeValue.fromS("1000000000000000000." + JOB.value())),
                row("sk", AttributeValue.fromS("9")));
    }

    @ParameterizedTest
    @MethodSource("malformed")
    void aMalformedRowIsPassedOver(Row malformed) {
        OutboxPage page = page(malformed, new Row(GOOD));
        assertThat(page.rows()).containsExactly(READ);
        assertThat(page.malformed()).containsExactly(malformed.sk());
        assertThat(page.newer()).isEmpty();
        assertThat(page.next()).isEqualTo("next");
    }

    @Test
    void aRowOfANewerVersionIsPassedOver() {
        OutboxPage page = page(row("v", AttributeValue.fromN("3")), new Row(GOOD));
        assertThat(page.rows()).containsExactly(READ);
        assertThat(page.newer()).containsExactly(OutboxRows.sk(JOB));
        assertThat(page.malformed()).isEmpty();
    }

    /** Workers of version 1 pass it over. */
    @Test
    void aRowOfAFollowIsOfVersion2() {
        PairChange follow = new PairChange(3, JOB.tick(), new UserId("bob"), ANN, PairChange.Kind.FOLLOW);
        Map<String, AttributeValue> row = OutboxRows.row(follow);
        assertThat(row.get("v")).isEqualTo(AttributeValue.fromN("2"));
        OutboxPage page = page(new Row(GOOD), new Row(row));
        assertThat(page.rows()).containsExactly(READ);
        assertThat(page.pairs()).containsExactly(new PairRow(follow, 0, null));
    }

    @ParameterizedTest
    @CsvSource({"kind, mute", "follower, cleo", "author, cleo", "sk, 1772366400000000000.bob"})
    void aMalformedRowOfAFollowIsPassedOver(String attribute, String value) {
        PairChange follow = new PairChange(3, JOB.tick(), new UserId("bob"), ANN, PairChange.Kind.FOLLOW);
        Map<String, AttributeValue> row = new HashMap<>(OutboxRows.row(follow));
        row.put(attribute, AttributeValue.fromS(value));
        OutboxPage page = page(new Row(row));
        assertThat(page.pairs()).isEmpty();
        assertThat(page.malformed()).hasSize(1);
    }

    @Test
    void aRowMayNameThisVersion() {
        assertThat(page(row("v", AttributeValue.fromN("1"))).rows()).containsExactly(READ);
    }
}
