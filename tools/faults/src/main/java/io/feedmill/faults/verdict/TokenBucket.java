package io.feedmill.faults.verdict;

import io.feedmill.faults.script.Rate;

/**
 * A full bucket to begin with. What asks for more than it can ever hold gets it when the bucket is full, and is paid for afterwards. Not thread-safe.
 */
final class TokenBucket {
    private static final double NANOS = 1e9;

    private final Rate rate;
    private double level;
    private long at;

    /** The time is nanoseconds from an arbitrary origin, here and in every call. */
    TokenBucket(Rate rate, long now) {
        this.rate = rate;
        this.level = rate.burst();
        this.at = now;
    }

    /** Takes all of the units, or none. */
    boolean take(int units, long now) {
        refill(now);
        if (level < Math.min(units, rate.burst())) {
            return false;
        }
        level -= units;
        return true;
    }

    /** Gives back what was taken in vain. */
    void giveBack(int units) {
        level = Math.min(rate.burst(), level + units);
    }

    /** Whether it is as good as new. */
    boolean isFull(long now) {
        refill(now);
        return level >= rate.burst();
    }

    private void refill(long now) {
        level = Math.min(rate.burst(), level + (now - at) / NANOS * rate.unitsPerSecond());
        at = now;
    }
}
