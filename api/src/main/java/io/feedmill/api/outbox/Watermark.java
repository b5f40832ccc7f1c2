package io.feedmill.api.outbox;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.outbox.WorkerStore.WorkerRow;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Service;

/** Until when home feeds are complete, by the notes of the workers' sweeps. They are read once a second, and only while pages or scrapes ask. Thread-safe. */
@Service
public final class Watermark {
    private static final Logger LOG = LoggerFactory.getLogger(Watermark.class);
    private static final long EVERY = Duration.ofSeconds(1).toNanos();

    private static final Duration MAX_WAIT = Duration.ofMillis(100);

    private final WorkerStore workers;
    private final int shards;
    private final BooleanSupplier clockIsRight;
    private final LongSupplier nanoTime;
    private final Duration maxWait;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile @Nullable Instant until;
    private volatile long readAt;

    @Autowired
    Watermark(WorkerStore workers, TableSettings tables, ClockOffset offset, ApiMetrics metrics, Clock clock) {
        this(workers, tables.outboxShards(), offset::isRight, System::nanoTime, MAX_WAIT);
        metrics.age(
                ApiMetrics.COMPLETE_UNTIL_AGE,
                "Age of the time until which home feeds are complete",
                () -> Optional.ofNullable(completeUntil()).map(time -> Duration.between(time, clock.instant())));
    }

    /**
     * @param shards of the outbox that this process knows
     * @param clockIsRight whether the clock of this process is; else nothing is said
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     * @param maxWait a page that begins a read waits for it up to this time; then it goes by what was read before
     */
    public Watermark(
            WorkerStore workers, int shards, BooleanSupplier clockIsRight, LongSupplier nanoTime, Duration maxWait) {
        this.workers = workers;
        this.shards = shards;
        this.clockIsRight = clockIsRight;
        this.nanoTime = nanoTime;
        this.maxWait = maxWait;
        this.readAt = nanoTime.getAsLong() - EVERY;
    }

    /** Returns until when all jobs are complete; null: unknown. True of what is read after this call, not of what was read before. */
    public @Nullable Instant completeUntil() {
        if (nanoTime.getAsLong() - readAt >= EVERY && reading.compareAndSet(false, true)) {
            // A copy: a task that is over by its timeout before it begins would never run.
            CompletableFuture.runAsync(this::read, Thread::startVirtualThread)
                    .copy()
                    .orTimeout(maxWait.toMillis(), TimeUnit.MILLISECONDS)
                    .handle(Watermark::log)
                    .join();
        }
        return clockIsRight.getAsBoolean() ? until : null;
    }

    /** A failure is not a page's: what was read before stays true. */
    private void read() {
        try {
            until = WorkerRow.completeUntil(workers.all(), shards).orElse(null);
        } catch (StorageException e) {
            LOG.atDebug().setCause(e).log("Cannot read the workers' notes");
        } finally {
            readAt = nanoTime.getAsLong();
            reading.set(false);
        }
    }

    private static @Nullable Void log(@Nullable Void read, @Nullable Throwable failure) {
        if (failure instanceof TimeoutException) {
            LOG.atDebug().log("The workers' notes are read slowly");
        } else if (failure != null) {
            LOG.atWarn().setCause(failure.getCause()).log("Malformed row of a worker");
        }
        return null;
    }
}
