package io.feedmill.worker.counter;

import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the messages of several threads into batches. The thread that opens a batch waits until it is large enough or has waited long enough,
 * and processes it for all. While too many batches are in process, an open batch keeps collecting. Thread-safe.
 */
public final class BatchCollector<M> {
    private static final long STOP_CHECK = Duration.ofMillis(100).toNanos();

    private final int size;
    private final Duration maxWait;
    private final Semaphore inProcess;
    private final BooleanSupplier stopping;
    private final ProcessTime time;
    private volatile @Nullable Batch open;

    /** A batch closes at about this size or after this wait, at once when the process stops; up to a maximum are in process at a time. */
    public BatchCollector(int size, Duration maxWait, int maxBatches, BooleanSupplier stopping, ProcessTime time) {
        this.size = size;
        this.maxWait = maxWait;
        this.inProcess = new Semaphore(maxBatches);
        this.stopping = stopping;
        this.time = time;
    }

    private final class Batch {
        private final Map<String, M> messages = new LinkedHashMap<>();
        private final CompletableFuture<Set<String>> result = new CompletableFuture<>();
        private final Thread leader = Thread.currentThread();
    }

    /**
     * Processes messages, at least one, by their ids in a batch with those of other threads, which have the same processor. Returns or throws in each
     * of these threads what the processor returned or threw for the whole batch.
     */
    public Set<String> process(Map<String, M> messages, Function<Map<String, M>, Set<String>> processor) {
        Batch batch = join(messages);
        return batch.leader.equals(Thread.currentThread()) ? lead(batch, processor) : batch.result.join();
    }

    private synchronized Batch join(Map<String, M> messages) {
        Batch batch = open == null ? new Batch() : open;
        batch.messages.putAll(messages);
        open = batch.messages.size() >= size ? null : batch;
        if (open == null) {
            LockSupport.unpark(batch.leader);
        }
        return batch;
    }

    private Set<String> lead(Batch batch, Function<Map<String, M>, Set<String>> processor) {
        awaitMessages(batch);
        inProcess.acquireUninterruptibly();
        try {
            close(batch);
            Set<String> done = processor.apply(batch.messages);
            batch.result.complete(done);
            return done;
        } catch (RuntimeException | Error e) {
            batch.result.completeExceptionally(e);
            throw e;
        } finally {
            inProcess.release();
        }
    }

    private void awaitMessages(Batch batch) {
        try {
            long end = time.nanoTime() + maxWait.toNanos();
            for (long left = maxWait.toNanos(); left > 0 && open == batch && !stopping.getAsBoolean(); ) {
                time.park(Math.min(left, STOP_CHECK));
                left = end - time.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void close(Batch batch) {
        open = open == batch ? null : open;
    }
}
