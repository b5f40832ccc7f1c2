package io.feedmill.worker.listen;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Merges the messages of several threads into batches. Whose messages are the first of a batch waits for more, until there is enough of them or
 * it has waited for long enough, and then works for all; while too many batches are under way, it goes on gathering. Thread-safe.
 */
final class BatchCollector<M> {
    private static final long GLANCE = TimeUnit.MILLISECONDS.toNanos(100);

    private final int enough;
    private final Duration longest;
    private final Semaphore underWay;
    private final BooleanSupplier hurry;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private @Nullable Batch<M> open;

    /**
     * @param enough messages that are not waited any longer with; a batch may have some more, as many as its last thread has brought
     * @param longest how long the first of a batch waits for others
     * @param batches that are worked on at once
     * @param hurry whether nothing is to be waited for any more
     */
    BatchCollector(int enough, Duration longest, int batches, BooleanSupplier hurry) {
        this.enough = enough;
        this.longest = longest;
        this.underWay = new Semaphore(batches);
        this.hurry = hurry;
    }

    private static final class Batch<M> {
        private final Map<String, M> messages = new LinkedHashMap<>();
        private final CompletableFuture<Set<String>> result = new CompletableFuture<>();
        private final Thread leader = Thread.currentThread();
    }

    /**
     * Has the messages worked on with others, by this thread or another: what the work returned for the whole batch. What it threw is thrown in each of
     * the batch's threads.
     *
     * @param messages by their ids, at least one
     * @param work takes a batch; each thread brings the same
     */
    Set<String> work(Map<String, M> messages, Function<Map<String, M>, Set<String>> work) {
        Batch<M> batch = join(messages);
        return batch.leader.equals(Thread.currentThread()) ? lead(batch, work) : batch.result.join();
    }

    private Batch<M> join(Map<String, M> messages) {
        lock.lock();
        try {
            Batch<M> batch = open == null ? new Batch<>() : open;
            open = batch;
            batch.messages.putAll(messages);
            if (batch.messages.size() >= enough) {
                close(batch);
            }
            return batch;
        } finally {
            lock.unlock();
        }
    }

    private Set<String> lead(Batch<M> batch, Function<Map<String, M>, Set<String>> work) {
        gather(batch);
        underWay.acquireUninterruptibly();
        try {
            close(batch);
            Set<String> done = work.apply(batch.messages);
            batch.result.complete(done);
            return done;
        } catch (RuntimeException | Error e) {
            batch.result.completeExceptionally(e);
            throw e;
        } finally {
            underWay.release();
        }
    }

    private void gather(Batch<M> batch) {
        lock.lock();
        try {
            long left = longest.toNanos();
            while (open == batch && left > 0 && !hurry.getAsBoolean()) {
                long glance = Math.min(left, GLANCE);
                left -= glance - changed.awaitNanos(glance);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }

    private void close(Batch<M> batch) {
        lock.lock();
        try {
            if (open == batch) {
                open = null;
                changed.signalAll();
            }
        } finally {
            lock.unlock();
        }
    }
}
