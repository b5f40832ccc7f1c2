package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.Visibility;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Keeps a message that is under way from coming back: when a third of its queue's visibility timeout is over, it is made invisible for all of it
 * again, and so on for as long as its work may last. A thread of its own beats until the containers have stopped. Thread-safe.
 */
public final class VisibilityHeartbeat implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(VisibilityHeartbeat.class);
    private static final int PARTS = 3;
    private static final Duration EVERY = Duration.ofSeconds(1);

    private final Map<Queue, FailureLog> troubles = new EnumMap<>(Queue.class);
    private final Set<Beat> beats = ConcurrentHashMap.newKeySet();
    private final Duration longest;
    private final WorkerMetrics metrics;
    private final LongSupplier nanoTime;
    private volatile @Nullable Thread thread;

    /**
     * @param longest how long the work of a message may last
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    public VisibilityHeartbeat(Duration longest, WorkerMetrics metrics, LongSupplier nanoTime) {
        this.longest = longest;
        this.metrics = metrics;
        this.nanoTime = nanoTime;
        for (Queue queue : Queue.values()) {
            troubles.put(queue, new FailureLog(LOG, "Extending the visibility of messages in " + queue.suffix()));
        }
    }

    /** A message under way. */
    private final class Beat {
        private final Queue queue;
        private final Visibility visibility;
        private final Duration timeout;
        private final long begin = nanoTime.getAsLong();
        private volatile long last = begin;
        private volatile CompletableFuture<Void> extension = CompletableFuture.completedFuture(null);

        Beat(Queue queue, Visibility visibility, Duration timeout) {
            this.queue = queue;
            this.visibility = visibility;
            this.timeout = timeout;
        }

        boolean due(long now) {
            return now - last >= timeout.dividedBy(PARTS).toNanos()
                    && now - begin < longest.toNanos()
                    && extension.isDone();
        }
    }

    /**
     * Does the work while the message stays invisible.
     *
     * @param timeout the queue's visibility timeout
     */
    void during(Queue queue, Visibility visibility, Duration timeout, Runnable work) {
        Beat beat = new Beat(queue, visibility, timeout);
        beats.add(beat);
        try {
            work.run();
        } finally {
            beats.remove(beat);
        }
    }

    /** Extends what is due. */
    void tick() {
        long now = nanoTime.getAsLong();
        beats.stream().filter(beat -> beat.due(now)).forEach(beat -> extend(beat, now));
    }

    private void extend(Beat beat, long now) {
        beat.last = now;
        try {
            beat.extension = beat.visibility
                    .changeToAsync((int) beat.timeout.toSeconds())
                    .whenComplete((done, failure) -> extended(beat, failure));
        } catch (RuntimeException e) {
            extended(beat, e);
        }
    }

    /** Where the work has ended meanwhile, there is nothing left to extend. */
    private void extended(Beat beat, @Nullable Throwable failure) {
        FailureLog trouble = Objects.requireNonNull(troubles.get(beat.queue));
        if (failure == null) {
            trouble.succeeded();
            metrics.extended(beat.queue).increment();
        } else if (beats.contains(beat)) {
            trouble.failed(failure);
        }
    }

    private void beat() {
        try {
            while (true) {
                Thread.sleep(EVERY);
                tick();
            }
        } catch (InterruptedException e) {
            // told to stop
        }
    }

    @Override
    public void start() {
        thread = Thread.ofPlatform().name("visibility-heartbeat").daemon().start(this::beat);
    }

    @Override
    public void stop() {
        Thread running = thread;
        if (running != null) {
            running.interrupt();
        }
        thread = null;
    }

    @Override
    public boolean isRunning() {
        return thread != null;
    }

    /** Stopped when the containers are. */
    @Override
    public int getPhase() {
        return WorkDeadlines.PHASE - 2;
    }
}
