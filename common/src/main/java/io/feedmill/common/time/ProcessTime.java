package io.feedmill.common.time;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** The monotonic clock and the timed waits of a process. Nothing else reads the one or makes the others, so that a simulation can own both. */
public interface ProcessTime {

    long nanoTime();

    void sleep(Duration duration) throws InterruptedException;

    /** Returns a condition of a lock, whose waits can have a limit. */
    Signal signal(Lock lock);

    static ProcessTime system() {
        return new SystemTime();
    }

    /** A condition. The caller of each method holds the lock. */
    interface Signal {

        /** Waits up to this time. Returns about what is left of it: it may end early. */
        long await(long nanos) throws InterruptedException;

        void await() throws InterruptedException;

        void signal();

        void signalAll();
    }

    /** The time of the machine. */
    final class SystemTime implements ProcessTime {
        private SystemTime() {}

        @Override
        public long nanoTime() {
            return System.nanoTime();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            Thread.sleep(duration);
        }

        @Override
        public Signal signal(Lock lock) {
            return new SystemSignal(lock.newCondition());
        }

        @SuppressWarnings("WaitNotInLoop") // callers loop
        private record SystemSignal(Condition condition) implements Signal {

            @Override
            public long await(long nanos) throws InterruptedException {
                return condition.awaitNanos(nanos);
            }

            @Override
            public void await() throws InterruptedException {
                condition.await();
            }

            @Override
            public void signal() {
                condition.signal();
            }

            @Override
            public void signalAll() {
                condition.signalAll();
            }
        }
    }
}
