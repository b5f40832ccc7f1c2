package io.feedmill.worker.listen;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSize;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.metrics.WorkerMetrics;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Counts the messages in the queues and in their dead-letter queues, where SQS moves some by itself. Every worker counts the same. */
@Component
final class QueueWatch {
    private static final Logger LOG = LoggerFactory.getLogger(QueueWatch.class);

    private final Map<String, FailureLog> troubles = new HashMap<>();
    private final QueueSizes sizes;
    private final WorkerMetrics metrics;

    QueueWatch(QueueSizes sizes, WorkerMetrics metrics) {
        this.sizes = sizes;
        this.metrics = metrics;
    }

    @Scheduled(fixedDelayString = "${feedmill.watch.queues:15s}")
    void count() {
        for (Queue queue : Queue.values()) {
            count(queue.suffix(), () -> sizes.of(queue));
            count(WorkerMetrics.deadLabel(queue), () -> sizes.ofDead(queue));
        }
    }

    private void count(String label, Supplier<QueueSize> count) {
        FailureLog trouble =
                troubles.computeIfAbsent(label, name -> new FailureLog(LOG, "Counting the messages in " + name));
        metrics.size(label, size(count, trouble));
    }

    /** Null where it is not known: no number is better than an old one. */
    private static @Nullable QueueSize size(Supplier<QueueSize> count, FailureLog trouble) {
        try {
            QueueSize size = count.get();
            trouble.succeeded();
            return size;
        } catch (StorageException e) {
            trouble.failed(e);
            return null;
        }
    }
}
