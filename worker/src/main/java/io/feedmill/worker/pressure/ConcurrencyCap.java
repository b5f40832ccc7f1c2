package io.feedmill.worker.pressure;

import io.feedmill.common.dynamo.WriteGate;
import java.util.concurrent.Semaphore;

/** Lets a fixed number of batch writes through at once, in the order of their arrival. */
public final class ConcurrencyCap implements WriteGate {
    private final Semaphore permits;
    private final Permit permit = new Release();

    public ConcurrencyCap(int concurrentWrites) {
        this.permits = new Semaphore(concurrentWrites, true);
    }

    @Override
    public Permit acquire(int units) {
        permits.acquireUninterruptibly();
        return permit;
    }

    /** Whatever the outcome, the place is free again. */
    private final class Release implements Permit {
        @Override
        public void succeeded() {
            permits.release();
        }

        @Override
        public void throttled(int units) {
            permits.release();
        }

        @Override
        public void abandoned() {
            permits.release();
        }
    }
}
