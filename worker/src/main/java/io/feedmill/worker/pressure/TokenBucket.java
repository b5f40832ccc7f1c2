package io.feedmill.worker.pressure;

import java.time.Duration;

/**
 * Spaces what is sent at a rate. Whoever finds a token may take as many as it needs: the debt is the next one's wait. Not thread-safe; times are
 * nanoseconds of one monotonic clock.
 */
public final class TokenBucket {
    /** What may be saved up. */
    private static final double BURST_SECONDS = 0.02;

    private static final double SECOND = Duration.ofSeconds(1).toNanos();

    private double tokens = 1;
    private long at;

    /** How long until something may be sent; zero or less: now. */
    public long nanosUntilFree(long now, double unitsPerSecond) {
        refill(now, unitsPerSecond);
        return tokens > 0 ? 0 : (long) Math.ceil(-tokens / unitsPerSecond * SECOND) + 1;
    }

    public void take(long now, double unitsPerSecond, int units) {
        refill(now, unitsPerSecond);
        tokens -= units;
    }

    private void refill(long now, double unitsPerSecond) {
        double most = Math.max(1, unitsPerSecond * BURST_SECONDS);
        tokens = Double.isInfinite(unitsPerSecond) ? 1 : Math.min(most, tokens + (now - at) / SECOND * unitsPerSecond);
        at = now;
    }
}
