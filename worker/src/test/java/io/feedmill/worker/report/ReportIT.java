package io.feedmill.worker.report;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.ledger.LedgerEntry.Posted;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportStore;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What reports read of DynamoDB Local: the latest items only, and as few units as they take. */
@Tag("full")
class ReportIT {
    private static final int SHARDS_AN_HOUR = 4 * 64;
    private static final int UNIT = 4_096;

    private final DynamoBackend backend = DynamoBackend.inDynamoDbLocal();
    private final ReportStore reports = backend.stores().reports();
    private final String ledger = backend.table(LedgerRows.TABLE);
    private final Random random = new Random(1);
    private final LedgerRows rows = new LedgerRows(64, random, Duration.ofDays(90));

    private Reporter reporter(Duration every, Instant first) {
        return new Reporter(
                reports,
                backend.stores().ledger(),
                new ReportFiles(reports, List.of(), backend.clock()),
                ReportWorld.settings(every, first),
                backend.clock(),
                random);
    }

    private Report reportAt(Instant time, Reporter reporter) {
        backend.clock().set(time);
        ReportWorld.finish(reporter);
        return reports.newest(null, 1).items().getFirst();
    }

    /** The article's own data: agencies whose products were bought, under its keys, and a report of the latest ones, run every quarter of an hour. */
    @Test
    void eachRunFetchesTheLatestItemsOnly() {
        Reporter reporter = reporter(Duration.ofMinutes(15), Instant.parse("2016-10-23T01:30:00Z"));
        bought("201610230130#3", "2016-10-23T01:30:00.7ZkKN6dce92mgcDD", "agency-1");
        bought("201610230130#3", "2016-10-23T01:30:00.2ZkKN6dce92mgcDD", "agency-2");
        bought("201610230130#0", "2016-10-23T01:44:59.7ZkKN6dce92mgcDD", "agency-3");
        Report first = reportAt(Instant.parse("2016-10-23T02:16:00Z"), reporter);
        assertThat(first.window().from().value()).isEqualTo("201610230130");
        assertThat(authors(first)).containsExactly("agency-1", "agency-2", "agency-3");
        bought("201610230145#3", "2016-10-23T01:45:00.7ZkKN6dce92mgcDD", "agency-1");
        backend.requests().clear();
        Report second = reportAt(Instant.parse("2016-10-23T02:31:00Z"), reporter);
        assertThat(second.window().from().value()).isEqualTo("201610230145");
        assertThat(authors(second)).containsExactly("agency-1");
        assertThat(partitionsRead()).hasSize(64).allSatisfy(pk -> assertThat(pk).startsWith("201610230145#"));
    }

    private void bought(String quarter, String time, String agency) {
        Attributes item = Attributes.key(quarter, time)
                .string("event", "retracted")
                .string("post", new PostId(1, "11111111111").value())
                .string("author", agency);
        backend.client().putItem(r -> r.tableName(ledger).item(item));
    }

    private List<String> authors(Report report) {
        return reports.lines(report, 0, 10).stream()
                .map(line -> line.author().value())
                .toList();
    }

    private List<String> partitionsRead() {
        return backend.requests().of(QueryRequest.class).stream()
                .filter(query -> query.tableName().equals(ledger))
                .map(query -> Objects.requireNonNull(
                                query.expressionAttributeValues().get(":pk"))
                        .s())
                .toList();
    }

    @Test
    void readUnitsAreThoseOfTheNewEventsAndOneAShard() {
        Reporter hourly = reporter(Duration.ofHours(1), SettableClock.START);
        long bytes = publish(0, 8_000);
        Report first = reportAt(SettableClock.START.plusSeconds(91 * 60), hourly);
        assertThat(first.totals().events()).isEqualTo(8_000);
        assertThat(first.readUnits()).isBetween(bytes / UNIT, bytes / UNIT + SHARDS_AN_HOUR);
        long more = publish(1, 800);
        Report second = reportAt(SettableClock.START.plusSeconds(151 * 60), hourly);
        assertThat(second.totals().events()).isEqualTo(800);
        assertThat(second.readUnits()).isBetween(more / UNIT, more / UNIT + SHARDS_AN_HOUR);
        Report empty = reportAt(SettableClock.START.plusSeconds(211 * 60), hourly);
        assertThat(empty.readUnits()).isLessThanOrEqualTo(SHARDS_AN_HOUR);
    }

    /** The bytes of this number of events within an hour. */
    private long publish(int hour, int count) {
        List<WriteRequest> writes = new ArrayList<>();
        long bytes = 0;
        for (int n = 0; n < count; n++) {
            Instant at = SettableClock.START.plus(Duration.ofHours(hour)).plusSeconds(random.nextInt(3_600));
            PostId post = PostId.create(Ticks.ofInstant(at), random);
            Map<String, AttributeValue> row = rows.row(new Posted(post, user("author-" + n % 100), at, 0, 0, 0));
            bytes += size(row);
            writes.add(WriteRequest.builder().putRequest(p -> p.item(row)).build());
        }
        for (int n = 0; n < count; n += 25) {
            List<WriteRequest> batch = writes.subList(n, Math.min(count, n + 25));
            backend.client().batchWriteItem(r -> r.requestItems(Map.of(ledger, batch)));
        }
        return bytes;
    }

    private static long size(Map<String, AttributeValue> row) {
        return row.entrySet().stream()
                .mapToLong(e -> e.getKey().length() + size(e.getValue()))
                .sum();
    }

    /** A number takes a byte for two digits, and one more. */
    private static long size(AttributeValue value) {
        return value.s() == null ? value.n().length() / 2 + 1 : value.s().length();
    }
}
