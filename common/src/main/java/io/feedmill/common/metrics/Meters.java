package io.feedmill.common.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Meters, registered at the start: {@code increase()} does not see the first event of a counter that appears with it. Tags are key and value in turns. */
public final class Meters {
    private Meters() {}

    public static Counter counter(MeterRegistry registry, String name, String description, String... tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    /** Registers the gauge of a time; empty: unknown, which is not a number. */
    public static void time(
            MeterRegistry registry,
            String name,
            String description,
            Supplier<Optional<Duration>> time,
            String... tags) {
        TimeGauge.builder(
                        name,
                        () -> time.get().map(t -> (double) t.toMillis()).orElse(Double.NaN),
                        TimeUnit.MILLISECONDS)
                .description(description)
                .tags(tags)
                .register(registry);
    }
}
