package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.backpressure.BatchAwareBackPressureHandler;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.health.Poller;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Grants a container permits for messages: one while a breaker is half-open, none while one is open. Allows one poll at a time while the queue is
 * empty. See docs/decisions/014. A request without a free permit waits, because a container that gets none asks again at once.
 */
final class BreakerBackPressure implements BatchAwareBackPressureHandler {
    private final PollLimits limits;
    private final Duration maxWait;
    private final Supplier<Polling> polling;
    private final Poller poller;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private int taken;
    private int openPolls;
    private boolean empty = true;
    private boolean draining;

    /**
     * @param messages maximum of permits: messages in process and those that open polls ask for
     * @param perPoll maximum of messages that a poll asks for
     * @param polls maximum of open polls
     */
    record PollLimits(int messages, int perPoll, int polls) {}

    /**
     * @param maxWait of a request before it returns without permits
     */
    BreakerBackPressure(PollLimits limits, Duration maxWait, Supplier<Polling> polling, Poller poller) {
        this.limits = limits;
        this.maxWait = maxWait;
        this.polling = polling;
        this.poller = poller;
    }

    @Override
    public int requestBatch() throws InterruptedException {
        return request(limits.perPoll());
    }

    @Override
    public int request(int amount) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = maxWait.toNanos();
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
        if (draining || openPolls >= (empty ? 1 : limits.polls())) {
            return 0;
        }
        return switch (allowed) {
            case NONE -> 0;
            case ONE -> 1 - taken;
            case ALL -> limits.messages() - taken;
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
                    // the end of a message, not of a poll
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
     * Waits until no message is processed and no poll is open. Always returns true: after false, a container of 4.1.0 modifies its list of open
     * polls while it iterates over it, and does not finish its stop.
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
