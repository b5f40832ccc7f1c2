package io.feedmill.worker.health;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.QueueSizes.QueueSize;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.metrics.QueueMetrics;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Counts the messages in the queues and in their dead-letter queues. Every worker counts the same. */
@Component
public final class QueueSizeMonitor {
    private static final Logger LOG = LoggerFactory.getLogger(QueueSizeMonitor.class);

    private final Map<String, FailureLog> failures = new HashMap<>();
    private final QueueSizes sizes;
    private final QueueMetrics metrics;

    QueueSizeMonitor(QueueSizes sizes, QueueMetrics metrics) {
        this.sizes = sizes;
        this.metrics = metrics;
    }

    public void count() {
        for (Queue queue : Queue.values()) {
            count(queue.suffix(), () -> sizes.of(queue));
            count(QueueMetrics.deadLabel(queue), () -> sizes.ofDead(queue));
        }
    }

    private void count(String label, Supplier<QueueSize> count) {
        FailureLog log = failures.computeIfAbsent(
                label, name -> new FailureLog(LOG, name, "Cannot count messages", "Messages counted again"));
        metrics.size(label, size(count, log));
    }

    /** Returns null if the size is unknown: no number is better than an old one. */
    private static @Nullable QueueSize size(Supplier<QueueSize> count, FailureLog log) {
        try {
            QueueSize size = count.get();
            log.succeeded();
            return size;
        } catch (StorageException e) {
            log.failed(e);
            return null;
        }
    }
}
