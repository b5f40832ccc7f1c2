package io.feedmill.common.storage;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time until which work may write. It is shorter than the visibility timeout of the message, so that
 * nothing is written once another worker may have taken over. It may move closer, and never moves away.
 * Thread-safe.
 */
public final class Deadline {
    private final LongSupplier nanoTime;
    private volatile long end;

    private Deadline(LongSupplier nanoTime, long end) {
        this.nanoTime = nanoTime;
        this.end = end;
    }

    public static Deadline in(Duration time) {
        return in(time, System::nanoTime);
    }

    /** A deadline by a monotonic clock such as {@link System#nanoTime()}. */
    public static Deadline in(Duration time, LongSupplier nanoTime) {
        return new Deadline(nanoTime, nanoTime.getAsLong() + time.toNanos());
    }

    /** Whether work of up to {@code duration} may still start. */
    public boolean hasRoomFor(Duration duration) {
        return end - nanoTime.getAsLong() >= duration.toNanos();
    }

    /** Moves it to this time from now, unless it is earlier. */
    public synchronized void pullIn(Duration time) {
        long earlier = nanoTime.getAsLong() + time.toNanos();
        if (earlier - end < 0) {
            end = earlier;
        }
    }
}
