package io.feedmill.common.storage;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The end of the time in which a piece of work may write. It lies below the visibility timeout of the message that caused the work, so that
 * nothing is written once another worker may have taken over. It may come nearer while the work is under way, and never goes further away.
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

    /** Whether something that takes at most {@code duration} may still be started. */
    public boolean hasRoomFor(Duration duration) {
        return end - nanoTime.getAsLong() >= duration.toNanos();
    }

    /** Lets it end in this time from now, unless it ends before. */
    public synchronized void pullIn(Duration time) {
        long earlier = nanoTime.getAsLong() + time.toNanos();
        if (earlier - end < 0) {
            end = earlier;
        }
    }
}
