package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.ReportStore;
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.report.Reporter.Outcome;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A report of an hour in which two million authors have two posts each. */
@Tag("full")
@Timeout(300)
class LargeReportTest {
    private static final int AUTHORS = 2_000_000;
    private static final int SHARDS = 16;
    private static final int PARTITIONS = 4 * SHARDS;
    private static final int PAGE = 6_250;
    private static final int PAGES = 2 * AUTHORS / PARTITIONS / PAGE;
    /** All authors at once would take some hundred megabytes. */
    private static final long MAX_HEAP = 64L << 20;

    private final SettableClock clock = new SettableClock();
    private final FakeStores fakes = new FakeStores(clock);
    private final AtomicLong lines = new AtomicLong();
    private final AtomicLong units = new AtomicLong();
    private @Nullable ReportLine last;
    private long heap;

    @Test
    void isExactAndTakesLittleHeap() {
        clock.advance(Duration.ofMinutes(91));
        ReportStore reports = counting();
        Reporter reporter = new Reporter(
                reports,
                new Generated(),
                new ReportFiles(reports, List.of(), clock),
                ReportWorld.settings(Duration.ofHours(1)),
                clock);
        long before = used();
        assertThat(reporter.run())
                .isInstanceOfSatisfying(
                        Outcome.Reported.class,
                        reported -> assertThat(reported.report().totals())
                                .isEqualTo(new Totals(AUTHORS, 2L * AUTHORS, 2L * AUTHORS, 0, 0, 36L * AUTHORS, 0)));
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

    /** Returns a store that checks and counts the lines, and keeps none. */
    @SuppressWarnings("unchecked")
    private ReportStore counting() {
        ReportStore fake = fakes.reports();
        return (ReportStore) Proxy.newProxyInstance(
                ReportStore.class.getClassLoader(), new Class<?>[] {ReportStore.class}, (proxy, method, arguments) -> {
                    if (!method.getName().equals("putLines")) {
                        return method.invoke(fake, arguments);
                    }
                    Object[] given = Objects.requireNonNull(arguments);
                    put((int) given[2], (List<ReportLine>) given[3]);
                    return null;
                });
    }

    private void put(int number, List<ReportLine> part) {
        assertThat(lines.get()).isEqualTo((long) number * ReportStore.LINES);
        for (ReportLine line : part) {
            ReportLine earlier = last;
            assertThat(earlier == null || earlier.author().compareTo(line.author()) < 0)
                    .isTrue();
            units.addAndGet(line.writeUnits());
            last = line;
        }
        lines.addAndGet(part.size());
        if (number % 1_000 == 0) {
            measure();
        }
    }

    /** A ledger with the events of an author in two partitions, in no order. */
    private final class Generated implements LedgerStore {

        @Override
        public List<ShardedKey> partitions(QuarterHour quarter) {
            return ShardedKey.all(quarter.value(), SHARDS);
        }

        @Override
        public LedgerPage page(ShardedKey partition, @Nullable String after) {
            QuarterHour quarter = QuarterHour.parse(partition.name());
            int page = after == null ? 0 : Integer.parseInt(after);
            int number = partition.shard()
                    + SHARDS
                            * (int) (Duration.between(SettableClock.START, quarter.start())
                                            .toMinutes()
                                    / 15);
            if (page == 0) {
                measure();
            }
            List<LedgerEntry> entries = IntStream.range(page * PAGE, (page + 1) * PAGE)
                    .mapToObj(n -> entry((long) n * PARTITIONS + number, quarter))
                    .toList();
            return new LedgerPage(entries, page + 1 < PAGES ? Integer.toString(page + 1) : null, 1);
        }

        private LedgerEntry entry(long event, QuarterHour quarter) {
            long author = (event * 7_919 + event / AUTHORS) % AUTHORS;
            return new LedgerEntry.Posted(
                    new PostId(1, "11111111111"), new UserId("author-" + author), quarter.start(), 0, 0, 0);
        }

        @Override
        public void enter(LedgerEntry.OfDeadLetters entry) {
            throw new UnsupportedOperationException();
        }
    }
}
