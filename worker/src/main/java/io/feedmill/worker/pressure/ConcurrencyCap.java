package io.feedmill.worker.pressure;

import io.feedmill.common.dynamo.StorageException;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.dynamo.WriteTerms;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Lets a fixed number of batch writes through at once, by their lanes. */
public final class ConcurrencyCap implements WriteGate {
    /** Deadlines may move closer while somebody waits. */
    private static final Duration RECHECK = Duration.ofMillis(250);

    private final int concurrentWrites;
    private final ReentrantLock lock = new ReentrantLock();
    private final Lanes<Condition> lanes = new Lanes<>();
    private final Permit permit = new Release();
    private int inUse;

    public ConcurrencyCap(int concurrentWrites) {
        this.concurrentWrites = concurrentWrites;
    }

    @Override
    public Optional<Permit> acquire(int units, WriteTerms terms) {
        lock.lock();
        Condition turn = lock.newCondition();
        lanes.join(terms.lane(), turn);
        try {
            return awaitTurn(turn, terms) ? Optional.of(permit) : Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StorageException(StorageException.Kind.TRANSIENT, "interrupted", e);
        } finally {
            lanes.leave(terms.lane(), turn);
            wakeNext();
            lock.unlock();
        }
    }

    private boolean awaitTurn(Condition turn, WriteTerms terms) throws InterruptedException {
        while (terms.allowAnotherCall()) {
            if (inUse < concurrentWrites && turn.equals(lanes.next())) {
                lanes.pass();
                inUse++;
                return true;
            }
            turn.awaitNanos(RECHECK.toNanos());
        }
        return false;
    }

    private void wakeNext() {
        Condition next = lanes.next();
        if (next != null) {
            next.signal();
        }
    }

    private void release() {
        lock.lock();
        try {
            inUse--;
            wakeNext();
        } finally {
            lock.unlock();
        }
    }

    /** Whatever the outcome, the place is free again. */
    private final class Release implements Permit {
        @Override
        public void succeeded() {
            release();
        }

        @Override
        public void throttled(int units) {
            release();
        }

        @Override
        public void abandoned() {
            release();
        }
    }
}
