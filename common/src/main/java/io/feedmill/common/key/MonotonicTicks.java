package io.feedmill.common.key;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Ticks that strictly increase, also when the source stands still or steps back. Safe for use by many threads, without
 * a lock.
 *
 * <p>Each instance increases for itself: a process has one. After a step back the ticks run ahead of the source by a
 * nanosecond a call until it has caught up; but not by more than a minute: then only a new process gives ticks again.
 */
public final class MonotonicTicks {
    private static final long MAX_AHEAD = Duration.ofMinutes(1).toNanos();

    private final LongSupplier epochNanos;
    private final AtomicLong last = new AtomicLong(-1);

    /** A clock over nanoseconds since 1970-01-01T00:00Z; {@code System.nanoTime()} is not that. */
    public MonotonicTicks(LongSupplier epochNanos) {
        this.epochNanos = epochNanos;
    }

    /** Whether the source was set back by more than a minute after a tick. */
    public boolean isAhead() {
        return isAhead(last.get(), epochNanos.getAsLong());
    }

    private static boolean isAhead(long tick, long now) {
        return tick - now > MAX_AHEAD;
    }

    /** The source's time, or the previous tick plus 1 if the time is not greater; at least 0. Throws an {@link AheadException} if it {@link #isAhead}. */
    public long next() {
        long now = epochNanos.getAsLong();
        if (isAhead(last.get(), now)) {
            throw new AheadException();
        }
        return last.updateAndGet(previous -> Math.max(now, Math.incrementExact(previous)));
    }

    /** The source was set back by more than a minute. */
    public static final class AheadException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        AheadException() {
            super("the clock was set back by more than a minute");
        }
    }
}
