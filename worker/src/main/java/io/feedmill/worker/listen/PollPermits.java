package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.backpressure.BatchAwareBackPressureHandler;
import io.feedmill.worker.health.Polling;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * How many messages a container may ask for: as many as are not under way, one while a breaker is half-open, none while one is open; and so many
 * polls are open at a time, only one while its queue is empty. Asked for permits when there are none, it waits for some and returns none after a
 * moment: the container asks again and again, and must not spin.
 */
final class PollPermits implements BatchAwareBackPressureHandler {
    private final int most;
    private final int batch;
    private final int polls;
    private final Duration patience;
    private final Supplier<Polling> polling;
    private final Poller poller;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int taken;
    private int openPolls;
    private boolean empty = true;
    private boolean draining;

    /**
     * @param most messages under way at once, open polls counted with what they ask for
     * @param batch what a poll asks for at most
     * @param polls open at once
     * @param patience how long to wait for permits before there are none
     */
    PollPermits(int most, int batch, int polls, Duration patience, Supplier<Polling> polling, Poller poller) {
        this.most = most;
        this.batch = batch;
        this.polls = polls;
        this.patience = patience;
        this.polling = polling;
        this.poller = poller;
    }

    @Override
    public int requestBatch() throws InterruptedException {
        return request(batch);
    }

    @Override
    public int request(int amount) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = patience.toNanos();
            int free = free();
            while (free <= 0 && left > 0) {
                left = changed.awaitNanos(left);
                free = free();
            }
            int granted = Math.clamp(free, 0, amount);
            taken += granted;
            openPolls += granted > 0 ? 1 : 0;
            return granted;
        } finally {
            lock.unlock();
        }
    }

    private int free() {
        Polling allowed = polling.get();
        poller.paused(allowed != Polling.ALL);
        if (draining || openPolls >= (empty ? 1 : polls)) {
            return 0;
        }
        return switch (allowed) {
            case NONE -> 0;
            case ONE -> 1 - taken;
            case ALL -> most - taken;
        };
    }

    @Override
    public void release(int amount, ReleaseReason reason) {
        lock.lock();
        try {
            taken -= amount;
            switch (reason) {
                case NONE_FETCHED -> pollEnded(true);
                case PARTIAL_FETCH -> pollEnded(false);
                case PROCESSED, LIMITED -> {
                    // a message's end, not a poll's
                }
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void pollEnded(boolean withoutMessages) {
        openPolls--;
        empty = withoutMessages;
    }

    /**
     * Waits until nothing is under way and no poll is open, for so long at most. Always true: told otherwise, the container stumbles over its own
     * list of open polls (4.1.0) and leaves the rest of its stop undone.
     */
    @Override
    public boolean drain(Duration timeout) {
        lock.lock();
        try {
            draining = true;
            changed.signalAll();
            long left = timeout.toNanos();
            while (taken > 0 && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
        poller.drained(taken, openPolls);
        return true;
    }
}
