package io.feedmill.common.storage;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * Measures elapsed time by the later of two clocks: a monotonic one such as {@link System#nanoTime()}, which stands still while a machine is suspended,
 * and the wall clock, which may be set back.
 */
public record SuspendSafeClock(LongSupplier nanoTime, InstantSource wall) {

    public static SuspendSafeClock system() {
        return new SuspendSafeClock(System::nanoTime, InstantSource.system());
    }

    /** A time by both clocks of this process. */
    public record Time(long nanos, Instant instant) {
        public Duration since(Time earlier) {
            Duration monotonic = Duration.ofNanos(nanos - earlier.nanos);
            Duration wall = Duration.between(earlier.instant, instant);
            return wall.compareTo(monotonic) > 0 ? wall : monotonic;
        }

        /** Compares by the monotonic clock. */
        public boolean isBefore(Time other) {
            return nanos - other.nanos < 0;
        }
    }

    public Time now() {
        return new Time(nanoTime.getAsLong(), wall.instant());
    }
}
