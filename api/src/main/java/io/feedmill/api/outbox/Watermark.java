package io.feedmill.api.outbox;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.outbox.WorkerStore.WorkerRow;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.time.ProcessTime;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
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
    private final ProcessTime time;
    private final Duration maxWait;
    private final AtomicBoolean reading = new AtomicBoolean();
    private volatile @Nullable Instant until;
    private volatile long readAt;

    @Autowired
    Watermark(
            WorkerStore workers,
            TableSettings tables,
            ClockOffset offset,
            ApiMetrics metrics,
            Clock clock,
            ProcessTime time) {
        this(workers, tables.outboxShards(), offset::isRight, time, MAX_WAIT);
        metrics.age(
                "feedmill.complete.until.age",
                "Age of the time until which home feeds are complete",
                () -> Optional.ofNullable(completeUntil()).map(then -> Duration.between(then, clock.instant())));
    }

    /**
     * @param shards of the outbox that this process knows
     * @param clockIsRight whether the clock of this process is; else nothing is said
     * @param maxWait a page that begins a read waits for it up to this time; then it goes by what was read before
     */
    public Watermark(
            WorkerStore workers, int shards, BooleanSupplier clockIsRight, ProcessTime time, Duration maxWait) {
        this.workers = workers;
        this.shards = shards;
        this.clockIsRight = clockIsRight;
        this.time = time;
        this.maxWait = maxWait;
        this.readAt = time.nanoTime() - EVERY;
    }

    /** Returns until when all jobs are complete; null: unknown. True of what is read after this call, not of what was read before. */
    public @Nullable Instant completeUntil() {
        if (time.nanoTime() - readAt >= EVERY && reading.compareAndSet(false, true)) {
            Thread page = Thread.currentThread();
            Thread.startVirtualThread(() -> {
                read();
                LockSupport.unpark(page);
            });
            awaitRead();
        }
        return clockIsRight.getAsBoolean() ? until : null;
    }

    /** A failure is not a page's: what was read before stays true. */
    private void read() {
        try {
            until = WorkerRow.completeUntil(workers.all(), shards).orElse(null);
        } catch (StorageException e) {
            LOG.atDebug().setCause(e).log("Cannot read the workers' notes");
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("Malformed row of a worker");
        } finally {
            readAt = time.nanoTime();
            reading.set(false);
        }
    }

    /** Up to the maximum. The read goes on. */
    private void awaitRead() {
        try {
            for (long left = maxWait.toNanos(); reading.get() && left > 0; ) {
                left = time.park(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
