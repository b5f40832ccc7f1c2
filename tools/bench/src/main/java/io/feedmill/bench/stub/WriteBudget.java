package io.feedmill.bench.stub;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The write units that a table takes a second, evenly: what is not used within a tenth of a second is lost. An item of a home feed is one unit.
 * Thread-safe.
 */
final class WriteBudget {
    private static final double NANOS = 1e9;
    private static final double KEPT_SECONDS = 0.1;

    private final Lock lock = new ReentrantLock();
    private final double perSecond;
    private double left;
    private long at;

    /** The time is nanoseconds from an arbitrary origin, here and in each call. */
    WriteBudget(double unitsPerSecond, long now) {
        this.perSecond = unitsPerSecond;
        this.left = unitsPerSecond * KEPT_SECONDS;
        this.at = now;
    }

    static WriteBudget unbounded() {
        return new WriteBudget(Double.POSITIVE_INFINITY, 0);
    }

    /** Takes as many of the units as are left; how many that is. */
    int take(int units, long now) {
        if (Double.isInfinite(perSecond)) {
            return units;
        }
        lock.lock();
        try {
            left = Math.min(perSecond * KEPT_SECONDS, left + (now - at) / NANOS * perSecond);
            at = now;
            int taken = (int) Math.min(units, left);
            left -= taken;
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
