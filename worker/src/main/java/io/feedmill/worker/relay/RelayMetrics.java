package io.feedmill.worker.relay;

import static io.feedmill.common.metrics.Meters.counter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The metrics of the sweep. Thread-safe. */
@Component
public final class RelayMetrics {
    /** Rows that no version writes. */
    static final String MALFORMED = "malformed";

    /** Rows of a newer version. */
    static final String NEWER = "newer";

    final Counter resent;
    final Counter orphaned;
    final Counter rowsRead;
    private volatile Map<String, Long> swept = Map.of();

    public RelayMetrics(MeterRegistry registry, List<WorkType> types) {
        resent = counter(registry, "feedmill.relay.resent", "Messages that the relay sent again");
        orphaned =
                counter(registry, "feedmill.relay.orphaned", "Outbox rows whose work is absent, moved to the orphans");
        rowsRead = reads(registry, "row");
        Stream.concat(types.stream().map(WorkType::kind), Stream.of(MALFORMED, NEWER))
                .forEach(form -> registerRows(registry, form));
    }

    /** Returns the counter of what sweeps read of this item; a type of work counts its own. */
    public static Counter reads(MeterRegistry registry, String item) {
        return counter(registry, "feedmill.relay.reads", "Outbox rows and jobs that sweeps read", "item", item);
    }

    private void registerRows(MeterRegistry registry, String form) {
        Gauge.builder("feedmill.outbox.rows", () -> swept.getOrDefault(form, 0L))
                .description("Outbox rows older than the patience, in this worker's shards at its last sweep")
                .tag("form", form)
                .register(registry);
    }

    /** Sets the number of rows of the last complete sweep by their form: a kind of work, or one of those that are passed over. */
    public void swept(Map<String, Long> rows) {
        swept = Map.copyOf(rows);
    }

    Map<String, Long> swept() {
        return swept;
    }
}
