package io.feedmill.api.follow;

import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Stores relations by batches, so many of them at the same time; whoever adds waits while all are under way, so that no more than that is
 * ever held. The first failure ends it. For use by one thread.
 */
final class BatchedFollows implements AutoCloseable {
    private final FollowStore store;
    private final int batchSize;
    private final int inFlight;
    private final Semaphore permits;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicReference<@Nullable RuntimeException> failure = new AtomicReference<>();
    private List<Follow> batch = new ArrayList<>();

    BatchedFollows(FollowStore store, ImportSettings settings) {
        this.store = store;
        this.batchSize = settings.batchSize();
        this.inFlight = settings.inFlight();
        this.permits = new Semaphore(inFlight);
    }

    /** @throws RuntimeException what the store threw for an earlier batch */
    void add(Follow follow) {
        batch.add(follow);
        if (batch.size() == batchSize) {
            send();
        }
    }

    /**
     * Returns when everything added is stored.
     *
     * @throws RuntimeException what the store threw
     */
    void flush() {
        if (!batch.isEmpty()) {
            send();
        }
        permits.acquireUninterruptibly(inFlight);
        permits.release(inFlight);
        rethrow();
    }

    private void send() {
        List<Follow> full = batch;
        batch = new ArrayList<>(batchSize);
        permits.acquireUninterruptibly();
        executor.execute(() -> store(full));
        rethrow();
    }

    private void store(List<Follow> full) {
        try {
            store.importAll(full);
        } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
        } finally {
            permits.release();
        }
    }

    private void rethrow() {
        RuntimeException first = failure.get();
        if (first != null) {
            throw first;
        }
    }

    /** Waits for what is under way. */
    @Override
    public void close() {
        executor.close();
    }
}
