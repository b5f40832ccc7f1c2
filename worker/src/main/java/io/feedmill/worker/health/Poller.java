package io.feedmill.worker.health;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.distribution.TimeWindowMax;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The state of a queue's poller. Thread-safe. */
public final class Poller {
    /** How long a message counts for {@link #maxWait()}, or up to a quarter longer. */
    static final Duration WAIT_WINDOW = Duration.ofMinutes(4);

    private static final Logger LOG = LoggerFactory.getLogger(Poller.class);
    private static final int WINDOW_PARTS = 4;

    private final String queue;
    private final FailureLog failures;
    private final LongSupplier nanoTime;
    private volatile TimeWindowMax waits;
    private volatile long waitedAt;
    private volatile boolean waitKnown;
    private volatile long answeredAt;
    private volatile long aliveAt;
    private volatile boolean paused;

    public Poller(String queue, LongSupplier nanoTime) {
        this.queue = queue;
        this.failures = new FailureLog(LOG, queue, "Cannot poll queue", "Queue polled again");
        this.nanoTime = nanoTime;
        this.waits = noWaits(nanoTime);
        this.answeredAt = nanoTime.getAsLong();
        this.aliveAt = answeredAt;
    }

    private static TimeWindowMax noWaits(LongSupplier nanoTime) {
        Clock clock = new Clock() {
            @Override
            public long wallTime() {
                return TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong());
            }

            @Override
            public long monotonicTime() {
                return nanoTime.getAsLong();
            }
        };
        return new TimeWindowMax(clock, WAIT_WINDOW.dividedBy(WINDOW_PARTS).toMillis(), WINDOW_PARTS + 1);
    }

    /** A poll succeeded, with messages or without. */
    public void answered() {
        answeredAt = nanoTime.getAsLong();
        aliveAt = answeredAt;
        failures.succeeded();
    }

    /** A poll was empty: no message waits. */
    public void foundNone() {
        waits = noWaits(nanoTime);
        waited(Duration.ZERO);
    }

    /** The messages of a poll waited in the queue for up to this time. */
    public void waited(Duration wait) {
        waits.record((double) wait.toMillis(), TimeUnit.MILLISECONDS);
        waitedAt = nanoTime.getAsLong();
        waitKnown = true;
    }

    /** Returns the longest wait of a message in the queue, of the last minutes; empty if no poll told one since the last pause. */
    public Optional<Duration> maxWait() {
        return waitKnown && since(waitedAt).compareTo(WAIT_WINDOW) <= 0
                ? Optional.of(Duration.ofMillis((long) waits.poll(TimeUnit.MILLISECONDS)))
                : Optional.empty();
    }

    public void failed(Throwable failure) {
        aliveAt = nanoTime.getAsLong();
        failures.failed(failure);
    }

    /** Whether a breaker pauses this poller, or limits it to a probe, when it asks for permits. */
    public void paused(boolean now) {
        paused = now;
        if (now) {
            aliveAt = nanoTime.getAsLong();
            waitKnown = false; // messages wait for the end of the pause
        }
    }

    /**
     * The container stopped with the permits of messages in process and of all that open polls asked for, and polls whose messages are not processed.
     * SQS delivers the messages again after their visibility timeout.
     */
    public void drained(int permits, int openPolls) {
        if (permits > 0) {
            LOG.atWarn()
                    .addKeyValue("queue", queue)
                    .addKeyValue("permits", permits)
                    .addKeyValue("openPolls", openPolls)
                    .log("Container stopped with work left");
        }
    }

    public boolean isPaused() {
        return paused;
    }

    /** Returns the time since the last successful poll, or since the start. */
    Duration sinceAnswer() {
        return since(answeredAt);
    }

    /** Returns the time since a poll ended or the poller waited for a breaker. */
    Duration sinceSignOfLife() {
        return since(aliveAt);
    }

    private Duration since(long then) {
        return Duration.ofNanos(nanoTime.getAsLong() - then);
    }
}
