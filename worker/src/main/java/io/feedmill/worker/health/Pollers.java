package io.feedmill.worker.health;

import io.feedmill.common.queue.Queue;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Liveness: a poller is dead that for too long neither ended a poll, also in failure, nor waited for a breaker. Only a new process helps. */
@Component
public final class Pollers implements HealthIndicator {
    /** Longer than a handler and the poll after it may take. */
    static final Duration MAX_SILENCE = Duration.ofMinutes(3);

    private final Map<Queue, Poller> pollers = new EnumMap<>(Queue.class);
    private final WorkDeadlines deadlines;

    public Pollers(WorkDeadlines deadlines, QueueMetrics metrics, ProcessTime time) {
        this.deadlines = deadlines;
        for (Queue queue : Queue.values()) {
            Poller poller = new Poller(queue.suffix(), time::nanoTime);
            pollers.put(queue, poller);
            metrics.poller(queue, poller::sinceAnswer, poller::isPaused);
            metrics.queueWait(queue, poller::maxWait);
        }
    }

    public Poller poller(Queue queue) {
        return Objects.requireNonNull(pollers.get(queue));
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        pollers.forEach((queue, poller) -> {
            Duration silence = poller.sinceSignOfLife();
            health.withDetail(queue.suffix(), silence.toSeconds() + " s ago");
            if (silence.compareTo(MAX_SILENCE) > 0 && !deadlines.stopping()) {
                health.down();
            }
        });
        return health.build();
    }
}
