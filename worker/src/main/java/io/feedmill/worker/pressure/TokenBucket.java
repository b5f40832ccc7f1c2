package io.feedmill.worker.pressure;

import java.time.Duration;

/**
 * A token bucket with debt: a request needs one token and may take more than the bucket holds; the next request waits for the debt. Not thread-safe. Times are
 * monotonic nanoseconds.
 */
public final class TokenBucket {
    /** The capacity. */
    private static final double BURST_SECONDS = 0.02;

    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    private double tokens = 1;
    private long at;

    /** Returns the wait until a request may be sent; zero or less: now. */
    public long nanosUntilFree(long now, double unitsPerSecond) {
        refill(now, unitsPerSecond);
        return tokens > 0 ? 0 : (long) Math.ceil(-tokens / unitsPerSecond * SECOND) + 1;
    }

    public void take(long now, double unitsPerSecond, int units) {
        refill(now, unitsPerSecond);
        tokens -= units;
    }

    private void refill(long now, double unitsPerSecond) {
        double capacity = Math.max(1, unitsPerSecond * BURST_SECONDS);
        tokens = Double.isInfinite(unitsPerSecond)
                ? 1
                : Math.min(capacity, tokens + (now - at) / SECOND * unitsPerSecond);
        at = now;
    }
}
