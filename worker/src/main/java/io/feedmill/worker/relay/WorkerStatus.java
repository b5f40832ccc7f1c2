package io.feedmill.worker.relay;

import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.outbox.WorkerRow.Status;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.PollersHealthIndicator;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What this worker does now. Thread-safe. */
@Component
final class WorkerStatus {
    private static final String VERSION =
            Objects.requireNonNullElse(WorkerStatus.class.getPackage().getImplementationVersion(), "unknown");

    private final PollersHealthIndicator pollers;
    private final Breakers breakers;
    private final RelayMetrics relay;
    private final MeterRegistry registry;

    WorkerStatus(PollersHealthIndicator pollers, Breakers breakers, RelayMetrics relay, MeterRegistry registry) {
        this.pollers = pollers;
        this.breakers = breakers;
        this.relay = relay;
        this.registry = registry;
    }

    Status now() {
        Map<String, String> waits = new HashMap<>();
        for (Queue queue : Queue.values()) {
            pollers.poller(queue).maxWait().ifPresent(wait -> waits.put(queue.suffix(), wait.toString()));
        }
        Map<String, String> states = new HashMap<>();
        for (Dependency dependency : Dependency.values()) {
            states.put(dependency.label(), breakers.of(dependency).describe());
        }
        Map<String, String> rows = new HashMap<>();
        relay.swept().forEach((form, number) -> rows.put(form, number.toString()));
        return new Status(VERSION, waits, rate(), states, rows);
    }

    private @Nullable Long rate() {
        Gauge rate = registry.find("feedmill.pressure.rate").gauge();
        return rate == null || !Double.isFinite(rate.value()) ? null : Math.round(rate.value());
    }
}
