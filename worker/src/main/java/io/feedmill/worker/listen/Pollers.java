package io.feedmill.worker.listen;

import io.feedmill.common.queue.Queue;
import io.feedmill.worker.metrics.WorkerMetrics;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/** The poller of each queue. */
final class Pollers {
    private final Map<Queue, Poller> pollers = new EnumMap<>(Queue.class);

    /**
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    Pollers(WorkerMetrics metrics, LongSupplier nanoTime) {
        for (Queue queue : Queue.values()) {
            Poller poller = new Poller(queue.suffix(), nanoTime);
            pollers.put(queue, poller);
            metrics.poller(queue, poller::sinceAnswer, poller::isPaused);
        }
    }

    Poller of(Queue queue) {
        return Objects.requireNonNull(pollers.get(queue));
    }
}
