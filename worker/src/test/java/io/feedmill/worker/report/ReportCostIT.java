package io.feedmill.worker.report;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.ledger.LedgerEntry.Posted;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.report.Report;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The read units of reports, as DynamoDB counts them. */
@Tag("full")
class ReportCostIT {
    private static final int SHARDS_AN_HOUR = 4 * 64;
    private static final int UNIT = 4_096;

    private final DynamoBackend backend = DynamoBackend.inDynamoDbLocal();
    private final Random random = new Random(1);
    private final LedgerRows rows = new LedgerRows(64, random, Duration.ofDays(90));
    private final Reporter reporter = new Reporter(
            backend.stores().reports(),
            backend.stores().ledger(),
            new ReportFiles(backend.stores().reports(), List.of(), backend.clock()),
            ReportWorld.settings(Duration.ofHours(1)),
            backend.clock());

    @Test
    void readUnitsAreThoseOfTheNewEventsAndOneAShard() {
        long bytes = publish(0, 8_000);
        Report first = reportAt(Duration.ofMinutes(91));
        assertThat(first.totals().events()).isEqualTo(8_000);
        assertThat(first.readUnits()).isBetween(bytes / UNIT, bytes / UNIT + SHARDS_AN_HOUR);
        long more = publish(1, 800);
        Report second = reportAt(Duration.ofMinutes(151));
        assertThat(second.totals().events()).isEqualTo(800);
        assertThat(second.readUnits()).isBetween(more / UNIT, more / UNIT + SHARDS_AN_HOUR);
        assertThat(reportAt(Duration.ofMinutes(211)).readUnits()).isLessThanOrEqualTo(SHARDS_AN_HOUR);
    }

    private Report reportAt(Duration time) {
        backend.clock().set(SettableClock.START.plus(time));
        ReportWorld.finish(reporter);
        return backend.stores().reports().newest(null, 1).items().getFirst();
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
            backend.client().batchWriteItem(r -> r.requestItems(Map.of(backend.table(LedgerRows.TABLE), batch)));
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
