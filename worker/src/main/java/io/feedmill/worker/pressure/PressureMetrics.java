package io.feedmill.worker.pressure;

import static io.feedmill.common.metrics.Meters.counter;

import io.feedmill.common.dynamo.WriteGate.WriteLane;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** The metrics of the write gate. Thread-safe. */
@Component
public final class PressureMetrics {
    private final MeterRegistry registry;

    public enum Outcome {
        /** The table accepted all units. */
        SUCCEEDED,
        /** The table refused some units. */
        THROTTLED,
        /** The table did not answer, or not about its capacity. */
        ABANDONED,
        /** The deadline was too close: nothing was sent. */
        REFUSED
    }

    public PressureMetrics(MeterRegistry registry) {
        this.registry = registry;
        for (Outcome outcome : Outcome.values()) {
            permits(outcome);
        }
        for (WriteLane lane : WriteLane.values()) {
            wait(lane);
        }
    }

    public void watch(Supplier<Number> unitsPerSecond, Supplier<Number> permitsInUse) {
        Gauge.builder("feedmill.pressure.rate", unitsPerSecond)
                .description("Write units a second that this worker may send, +Inf: unlimited")
                .register(registry);
        Gauge.builder("feedmill.pressure.permits.in.use", permitsInUse)
                .description("Batch writes in process")
                .register(registry);
    }

    Counter permits(Outcome outcome) {
        String name = outcome.name().toLowerCase(Locale.ROOT);
        return counter(registry, "feedmill.pressure.permits", "Permits for batch writes by outcome", "outcome", name);
    }

    Timer wait(WriteLane lane) {
        return Timer.builder("feedmill.pressure.wait")
                .description("Wait of batch writes for a permit")
                .tag("lane", lane.name().toLowerCase(Locale.ROOT))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(1))
                .register(registry);
    }
}
