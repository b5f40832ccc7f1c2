package io.feedmill.worker.pressure;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.function.LongSupplier;

/** Time that is both: it never goes back, and all processes agree on it. */
public final class Nanos {
    private Nanos() {}

    /**
     * Nanoseconds since 1970 that go on as the monotonic clock does.
     *
     * @param clock asked once, now
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    public static LongSupplier since1970(Clock clock, LongSupplier nanoTime) {
        long origin = Duration.between(Instant.EPOCH, clock.instant()).toNanos() - nanoTime.getAsLong();
        return () -> nanoTime.getAsLong() + origin;
    }
}
