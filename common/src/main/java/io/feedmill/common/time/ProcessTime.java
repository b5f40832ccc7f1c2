package io.feedmill.common.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The monotonic clock and the timed waits of a process. Nothing else reads the one or makes the others, so that a simulation can own both. */
public interface ProcessTime {
    long nanoTime();

    void sleep(Duration duration) throws InterruptedException;

    /** Waits up to this time, or until the thread is {@linkplain LockSupport#unpark unparked}. Returns about what is left of it: it may end early. */
    long park(long nanos) throws InterruptedException;

    static ProcessTime system() {
        return new ProcessTime() {
            @Override
            public long nanoTime() {
                return System.nanoTime();
            }

            @Override
            public void sleep(Duration duration) throws InterruptedException {
                Thread.sleep(duration);
            }

            @Override
            public long park(long nanos) throws InterruptedException {
                long begin = nanoTime();
                LockSupport.parkNanos(this, nanos);
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                return nanos - (nanoTime() - begin);
            }
        };
    }
}
