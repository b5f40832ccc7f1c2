package io.feedmill.worker.listen;

import io.feedmill.worker.health.FailureLog;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a queue's poller does, as it is seen from outside. Thread-safe. */
final class Poller {
    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);

    private final String queue;
    private final FailureLog trouble;
    private final LongSupplier nanoTime;
    private volatile long answeredAt;
    private volatile long aliveAt;
    private volatile boolean paused;

    /**
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    Poller(String queue, LongSupplier nanoTime) {
        this.queue = queue;
        this.trouble = new FailureLog(LOG, "Polling " + queue);
        this.nanoTime = nanoTime;
        this.answeredAt = nanoTime.getAsLong();
        this.aliveAt = answeredAt;
    }

    /** A poll came to its end, with messages or without. */
    void answered() {
        answeredAt = nanoTime.getAsLong();
        aliveAt = answeredAt;
        trouble.succeeded();
    }

    /** A poll failed: the poller goes on. */
    void failed(Throwable failure) {
        aliveAt = nanoTime.getAsLong();
        trouble.failed(failure);
    }

    /** The poller asks for permits, and a breaker lets it have none, or one as a probe. */
    void paused(boolean now) {
        paused = now;
        if (now) {
            aliveAt = nanoTime.getAsLong();
        }
    }

    /**
     * The time to stop is over; what is left comes back after its visibility timeout.
     *
     * @param permits for messages under way, and for all that open polls asked for
     * @param openPolls they may bring messages that nobody works on
     */
    void drained(int permits, int openPolls) {
        if (permits > 0) {
            LOG.atWarn()
                    .addKeyValue("queue", queue)
                    .addKeyValue("permits", permits)
                    .addKeyValue("openPolls", openPolls)
                    .log("Stopped before everything ended: what is left comes back after its visibility timeout");
        }
    }

    boolean isPaused() {
        return paused;
    }

    /** Since the queue last answered a poll; since the start where it did not yet. */
    Duration sinceAnswer() {
        return since(answeredAt);
    }

    /** Since a poll last ended, or the poller last waited for a breaker. */
    Duration sinceSignOfLife() {
        return since(aliveAt);
    }

    private Duration since(long then) {
        return Duration.ofNanos(nanoTime.getAsLong() - then);
    }
}
