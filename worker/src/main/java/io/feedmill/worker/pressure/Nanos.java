package io.feedmill.worker.pressure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/** A monotonic time on which all processes agree. */
public final class Nanos {
    private Nanos() {}

    /**
     * Returns nanoseconds since 1970 that advance with the monotonic clock.
     *
     * @param clock read once, now
     */
    public static LongSupplier since1970(Clock clock, LongSupplier nanoTime) {
        long origin = Duration.between(Instant.EPOCH, clock.instant()).toNanos() - nanoTime.getAsLong();
        return () -> nanoTime.getAsLong() + origin;
    }
}
