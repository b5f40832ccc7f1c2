package io.feedmill.worker.counter;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Collects the messages of several threads into batches. The thread that opens a batch waits until it is large enough or has waited long enough,
 * and processes it for all. While too many batches are in process, an open batch keeps collecting. Thread-safe.
 */
public final class BatchCollector<M> {
    private static final long STOP_CHECK = TimeUnit.MILLISECONDS.toNanos(100);

    private final int size;
    private final Duration maxWait;
    private final Semaphore inProcess;
    private final BooleanSupplier stopping;
    private @Nullable Batch<M> open;

    /**
     * @param size messages at which a batch closes; the last thread may add more
     * @param maxWait of an open batch for more messages
     * @param maxBatches in process at the same time
     * @param stopping whether batches stop waiting for messages
     */
    public BatchCollector(int size, Duration maxWait, int maxBatches, BooleanSupplier stopping) {
        this.size = size;
        this.maxWait = maxWait;
        this.inProcess = new Semaphore(maxBatches);
        this.stopping = stopping;
    }

    private static final class Batch<M> {
        private final Map<String, M> messages = new LinkedHashMap<>();
        private final CountDownLatch full = new CountDownLatch(1);
        private final CompletableFuture<Set<String>> result = new CompletableFuture<>();
        private final Thread leader = Thread.currentThread();
    }

    /**
     * Processes the messages in a batch with those of other threads. Returns or throws in each of these threads what the processor returned or
     * threw for the whole batch.
     *
     * @param messages by their ids, at least one
     * @param processor the same in each thread
     */
    public Set<String> process(Map<String, M> messages, Function<Map<String, M>, Set<String>> processor) {
        Batch<M> batch = join(messages);
        return batch.leader.equals(Thread.currentThread()) ? lead(batch, processor) : batch.result.join();
    }

    private synchronized Batch<M> join(Map<String, M> messages) {
        Batch<M> batch = open == null ? new Batch<>() : open;
        open = batch;
        batch.messages.putAll(messages);
        if (batch.messages.size() >= size) {
            close(batch);
            batch.full.countDown();
        }
        return batch;
    }

    private Set<String> lead(Batch<M> batch, Function<Map<String, M>, Set<String>> processor) {
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

    private void awaitMessages(Batch<M> batch) {
        try {
            long left = maxWait.toNanos();
            while (left > 0 && !stopping.getAsBoolean() && !batch.full.await(Math.min(left, STOP_CHECK), NANOSECONDS)) {
                left -= STOP_CHECK;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private synchronized void close(Batch<M> batch) {
        if (open == batch) {
            open = null;
        }
    }
}
