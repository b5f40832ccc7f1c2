package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.ReportStore;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.worker.report.Reporter.Outcome;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** A report of an hour in which a million authors have two posts each. */
@Tag("full")
@Timeout(300)
class LargeReportTest {
    private static final int AUTHORS = 1_000_000;
    private static final int SHARDS = 16;
    private static final int PARTITIONS = 4 * SHARDS;
    private static final int PAGE = 6_250;
    private static final int PAGES = 2 * AUTHORS / PARTITIONS / PAGE;
    /** All authors at once would take some hundred megabytes. */
    private static final long MAX_HEAP = 64L << 20;

    private final SettableClock clock = new SettableClock();
    private final Stores stores = new MemoryStores(clock).stores(this::generate);
    private final AtomicLong lines = new AtomicLong();
    private final AtomicLong units = new AtomicLong();
    private @Nullable ReportLine last;
    private long heap;

    @Test
    void isExactAndTakesLittleHeap() {
        clock.advance(Duration.ofMinutes(91));
        ReportStore reports = stores.reports();
        Reporter reporter = new Reporter(
                reports,
                stores.ledger(),
                new ReportFiles(reports, List.of(), clock),
                ReportWorld.settings(Duration.ofHours(1), SettableClock.START),
                clock,
                new Random(1));
        long before = used();
        assertThat(reporter.run())
                .isInstanceOfSatisfying(
                        Outcome.Reported.class,
                        reported -> assertThat(reported.report().totals())
                                .isEqualTo(new Totals(
                                        AUTHORS, 2L * AUTHORS, new Sums(2L * AUTHORS, 0, 0, 36L * AUTHORS, 0))));
        assertThat(lines).hasValue(AUTHORS);
        assertThat(units).hasValue(36L * AUTHORS);
        assertThat(heap - before).isLessThan(MAX_HEAP);
    }

    private static long used() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void measure() {
        heap = Math.max(heap, used());
    }

    /** Answers reads of the ledger. Checks and counts the lines, and keeps none. */
    private Fault generate(Call call) {
        if (call.request() instanceof QueryRequest query && call.names(LedgerRows.TABLE.suffix())) {
            return new Fault.Answered(page(call.items().getFirst().partition().split("#", 2), query));
        }
        if (call.request() instanceof PutItemRequest put && put.item().containsKey("lines")) {
            String partition = call.items().getFirst().partition();
            put(
                    Integer.parseInt(partition.substring(partition.lastIndexOf('#') + 1)),
                    put.item().get("lines").s().lines().map(ReportLine::parse).toList());
            return new Fault.Answered(PutItemResponse.builder().build());
        }
        return new Fault.None();
    }

    private void put(int number, List<ReportLine> part) {
        assertThat(lines.get()).isEqualTo((long) number * ReportStore.LINES);
        for (ReportLine line : part) {
            ReportLine earlier = last;
            assertThat(earlier == null || earlier.author().compareTo(line.author()) < 0)
                    .isTrue();
            units.addAndGet(line.sums().writeUnits());
            last = line;
        }
        lines.addAndGet(part.size());
        if (number % 1_000 == 0) {
            measure();
        }
    }

    /** Returns events of a partition. Those of an author are in two partitions, in no order. */
    private QueryResponse page(String[] partition, QueryRequest query) {
        QuarterHour quarter = QuarterHour.parse(partition[0]);
        AttributeValue after = query.exclusiveStartKey().get("sk");
        int page = after == null ? 0 : Integer.parseInt(after.s());
        long quarters = Duration.between(SettableClock.START, quarter.start()).toMinutes() / 15;
        long number = Integer.parseInt(partition[1]) + SHARDS * quarters;
        if (page == 0) {
            measure();
        }
        Attributes row = row(quarter);
        List<Attributes> entries = IntStream.range(page * PAGE, (page + 1) * PAGE)
                .mapToObj(n -> Attributes.of(row).string("author", author((long) n * PARTITIONS + number)))
                .toList();
        return QueryResponse.builder()
                .items(entries)
                .lastEvaluatedKey(
                        page + 1 < PAGES ? Attributes.key(query.tableName(), Integer.toString(page + 1)) : null)
                .build();
    }

    /** An event of any author. */
    private static Attributes row(QuarterHour quarter) {
        return new LedgerRows(1, new Random(1), Duration.ofDays(1))
                .row(new LedgerEntry.Posted(
                        new PostId(1, "11111111111"), new UserId("author"), quarter.start(), 0, 0, 0));
    }

    private static String author(long event) {
        return "author-" + (event * 7_919 + event / AUTHORS) % AUTHORS;
    }
}
