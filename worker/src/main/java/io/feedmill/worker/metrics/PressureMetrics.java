package io.feedmill.worker.metrics;

import io.feedmill.common.storage.Lane;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;

/** What the worker counts of its writes' way to DynamoDB. Thread-safe. */
@Component
public final class PressureMetrics {
    private final MeterRegistry registry;

    /** What became of a wish to write. */
    public enum Outcome {
        /** All was written. */
        SUCCEEDED,
        /** The table refused some. */
        THROTTLED,
        /** There was no answer, or none about the table's capacity. */
        ABANDONED,
        /** There was no time left: nothing was sent. */
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

    /** Shows these two for as long as the process lives. */
    public void watch(Supplier<Number> unitsPerSecond, Supplier<Number> permitsInUse) {
        Gauge.builder("feedmill.pressure.rate", unitsPerSecond)
                .description("Write units a second that this worker may send, +Inf where nothing is limited")
                .register(registry);
        Gauge.builder("feedmill.pressure.permits.in.use", permitsInUse)
                .description("Batch writes under way")
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
                .description("Batch writes that asked to be sent, by what became of them")
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    private Timer wait(Lane lane) {
        return Timer.builder("feedmill.pressure.wait")
                .description("How long batch writes waited to be sent")
                .tag("lane", lane.name().toLowerCase(Locale.ROOT))
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(1))
                .maximumExpectedValue(Duration.ofMinutes(1))
                .register(registry);
    }
}
