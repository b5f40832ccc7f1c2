package io.feedmill.worker.relay;

import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.outbox.WorkerRow.Status;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Pollers;
import io.feedmill.worker.pressure.PressureGate;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** What this worker does now. Thread-safe. */
@Component
record WorkerStatus(Pollers pollers, Breakers breakers, RelayMetrics relay, PressureGate gate) {
    private static final String VERSION =
            Objects.requireNonNullElse(WorkerStatus.class.getPackage().getImplementationVersion(), "unknown");

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
        double rate = gate.unitsPerSecond();
        return Double.isInfinite(rate) ? null : Math.round(rate);
    }
}
