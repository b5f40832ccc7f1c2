package io.feedmill.worker.pressure;

import io.feedmill.common.dynamo.WriteGate.Lane;
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

    /** The outcome of a request for a permit. */
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
        for (Lane lane : Lane.values()) {
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

    public void permit(Outcome outcome) {
        permits(outcome).increment();
    }

    public void waited(Lane lane, Duration time) {
        wait(lane).record(time);
    }

    private Counter permits(Outcome outcome) {
        return Counter.builder("feedmill.pressure.permits")
                .description("Permits for batch writes by outcome")
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private Timer wait(Lane lane) {
        return Timer.builder("feedmill.pressure.wait")
                .description("Wait of batch writes for a permit")
                .tag("lane", lane.name().toLowerCase(Locale.ROOT))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(1))
                .register(registry);
    }
}
