package io.feedmill.worker.listen;

import io.feedmill.common.queue.Queue;
import io.feedmill.worker.stop.WorkDeadlines;
import java.time.Duration;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * Part of liveness: a poller that neither ended a poll nor waited for a breaker for too long has stopped, without a word. Only a new process
 * helps. A poll that fails is a sign of life, and so is one that brings nothing.
 */
@Component
final class PollersHealthIndicator implements HealthIndicator {
    private final Pollers pollers;
    private final WorkDeadlines deadlines;
    private final Duration longestSilence;

    PollersHealthIndicator(Pollers pollers, WorkDeadlines deadlines, WatchSettings settings) {
        this.pollers = pollers;
        this.deadlines = deadlines;
        this.longestSilence = settings.poller();
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (Queue queue : Queue.values()) {
            Duration silence = pollers.of(queue).sinceSignOfLife();
            health.withDetail(queue.suffix(), silence.toSeconds() + " s ago");
            if (silence.compareTo(longestSilence) > 0 && !deadlines.stopping()) {
                health.down();
            }
        }
        return health.build();
    }
}
