package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.backpressure.BatchAwareBackPressureHandler;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.health.Poller;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Grants a container permits for messages: one while a breaker is half-open, none while one is open. Allows one poll at a time while polls bring few
 * messages. See docs/decisions/014. A request without a free permit waits, because a container that gets none asks again at once.
 */
final class BreakerBackPressure implements BatchAwareBackPressureHandler {
    private final PollLimits limits;
    private final Duration maxWait;
    private final Supplier<Polling> polling;
    private final Poller poller;
    private int taken;
    private int openPolls;
    private int polls = 1;
    private long pauseEnd = System.nanoTime();
    private boolean draining;

    /**
     * Maximum of permits (messages in process and those that open polls ask for), of messages that a poll asks for, and of open polls. A poll that brings
     * fewer than {@code enough} messages is followed by a pause, so that the next one finds more, and by one poll at a time; each other doubles them.
     */
    record PollLimits(int messages, int perPoll, int polls, int enough, Duration pause) {}

    /** @param maxWait of a request before it returns without permits */
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
    public synchronized int request(int amount) throws InterruptedException {
        await(() -> free() > 0, maxWait);
        int granted = Math.clamp(free(), 0, amount);
        taken += granted;
        openPolls += granted > 0 ? 1 : 0;
        return granted;
    }

    private void await(BooleanSupplier event, Duration time) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0 && !event.getAsBoolean(); left = end - System.nanoTime()) {
            long pause = pauseEnd - System.nanoTime();
            TimeUnit.NANOSECONDS.timedWait(this, pause > 0 ? Math.min(left, pause) : left);
        }
    }

    private int free() {
        Polling allowed = polling.get();
        poller.paused(allowed != Polling.ALL);
        if (draining || openPolls >= polls || pauseEnd - System.nanoTime() > 0) {
            return 0;
        }
        return switch (allowed) {
            case NONE -> 0;
            case ONE -> 1 - taken;
            case ALL -> limits.messages() - taken;
        };
    }

    @Override
    public synchronized void release(int amount, ReleaseReason reason) {
        taken -= amount;
        // the other reasons are the end of a message, not of a poll
        if (reason == ReleaseReason.NONE_FETCHED || reason == ReleaseReason.PARTIAL_FETCH) {
            openPolls--;
            boolean few = reason == ReleaseReason.NONE_FETCHED || limits.perPoll() - amount < limits.enough();
            polls = few ? 1 : Math.min(2 * polls, limits.polls());
            pauseEnd = System.nanoTime() + (few ? limits.pause().toNanos() : 0);
        }
        notifyAll();
    }

    /** Always returns true: after false, a container of 4.1.0 modifies its list of open polls while it iterates over it, and does not stop. */
    @Override
    public synchronized boolean drain(Duration timeout) {
        draining = true;
        notifyAll();
        try {
            await(() -> taken == 0, timeout);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        poller.drained(taken, openPolls);
        return true;
    }
}
