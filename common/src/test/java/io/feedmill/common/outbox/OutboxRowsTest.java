package io.feedmill.common.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class OutboxRowsTest {
    private static final UserId ANN = new UserId("ann");
    private static final OpenWork WORK = new OpenWork("job", 3, 1_772_366_400_000_000_000L, "11111111111", ANN);
    private static final Map<String, AttributeValue> GOOD = OutboxRows.row(WORK);
    private static final OutboxRow READ = new OutboxRow(WORK, 0, null);

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
                without("kind"),
                row("kind", AttributeValue.fromS("")),
                without("v"),
                row("sk", AttributeValue.fromS("1772366400000000000.")),
                row("sk", AttributeValue.fromS("1772366400000000000-11111111111")),
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
        OutboxPage page = page(row("v", AttributeValue.fromN("4")), new Row(GOOD));
        assertThat(page.rows()).containsExactly(READ);
        assertThat(page.newer()).containsExactly(WORK.sortKey());
        assertThat(page.malformed()).isEmpty();
    }

    /** Workers pass over a kind that they do not know: the store reads each. */
    @Test
    void aRowOfAnyKindIsRead() {
        OpenWork other = new OpenWork("bookmark", 3, 7, "bob#x", ANN);
        assertThat(page(new Row(OutboxRows.row(other))).rows()).containsExactly(new OutboxRow(other, 0, null));
    }
}
