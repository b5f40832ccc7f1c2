package io.feedmill.worker.relay;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.ToLongFunction;
import org.springframework.stereotype.Component;

/** The metrics of the sweep. Thread-safe. */
@Component
public final class RelayMetrics {
    private final Counter resent;
    private final Counter orphaned;
    private final Counter rowsRead;
    private final Counter jobsRead;
    private volatile SweptRows swept = SweptRows.NONE;

    public RelayMetrics(MeterRegistry registry) {
        resent = Counter.builder("feedmill.relay.resent")
                .description("Messages that the relay sent again: plans, and those of follows")
                .register(registry);
        orphaned = Counter.builder("feedmill.relay.orphaned")
                .description("Outbox rows whose job is absent, moved to the orphans")
                .register(registry);
        rowsRead = reads(registry, "row");
        jobsRead = reads(registry, "job");
        registerRows(registry, "open", SweptRows::open);
        registerRows(registry, "follow", SweptRows::follows);
        registerRows(registry, "malformed", SweptRows::malformed);
        registerRows(registry, "newer", SweptRows::newer);
    }

    private static Counter reads(MeterRegistry registry, String item) {
        return Counter.builder("feedmill.relay.reads")
                .description("Outbox rows and jobs that sweeps read")
                .tag("item", item)
                .register(registry);
    }

    private void registerRows(MeterRegistry registry, String form, ToLongFunction<SweptRows> count) {
        Gauge.builder("feedmill.outbox.rows", () -> count.applyAsLong(swept))
                .description("Outbox rows older than the patience, in this worker's shards at its last sweep")
                .tag("form", form)
                .register(registry);
    }

    public void resent() {
        resent.increment();
    }

    public void orphaned() {
        orphaned.increment();
    }

    public void rowsRead(int rows) {
        rowsRead.increment(rows);
    }

    public void jobRead() {
        jobsRead.increment();
    }

    /** Sets the rows of the last complete sweep. */
    public void swept(SweptRows rows) {
        swept = rows;
    }

    /**
     * The rows that a sweep found.
     *
     * @param open rows of open jobs
     * @param follows rows of follows and unfollows that are not reconciled
     * @param malformed rows that no version writes
     * @param newer rows of a newer version
     */
    public record SweptRows(long open, long follows, long malformed, long newer) {
        public static final SweptRows NONE = new SweptRows(0, 0, 0, 0);

        public SweptRows plus(long moreOpen, long moreFollows, long moreMalformed, long moreNewer) {
            return new SweptRows(open + moreOpen, follows + moreFollows, malformed + moreMalformed, newer + moreNewer);
        }
    }
}
