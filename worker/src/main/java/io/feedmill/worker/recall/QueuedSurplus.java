package io.feedmill.worker.recall;

import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.recall.RecallRows.Surplus;
import io.feedmill.worker.relay.Patience;
import java.time.Duration;
import java.util.Comparator;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/**
 * The surplus of recalls that this worker ends: until then no worker writes any more what it read before. Its queues may have longer visibility
 * timeouts than ours, for which the first end asks, and a backlog.
 */
@Component
final class QueuedSurplus implements Surplus {
    private final SingletonSupplier<Duration> visibility;
    private final HandlerLife life;
    private final Patience patience;

    QueuedSurplus(QueueSizes queues, HandlerLife life, Patience patience) {
        this.visibility = SingletonSupplier.of(() -> longestVisibility(queues));
        this.life = life;
        this.patience = patience;
    }

    private static Duration longestVisibility(QueueSizes queues) {
        return Stream.of(Queue.PUBLISH, Queue.DELIVER, Queue.UPKEEP)
                .map(queues::visibility)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    @Override
    public Duration now() {
        return life.untilLastWrite(visibility.obtain(), patience.longestWait());
    }
}
