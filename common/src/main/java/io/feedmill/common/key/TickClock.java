package io.feedmill.common.key;

import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Ticks that strictly increase, also when the source stands still or steps back. Safe for use by many threads, without
 * a lock.
 *
 * <p>Each instance increases for itself: a process has one. After a step back the ticks run ahead of the source by a
 * nanosecond a call until it has caught up.
 */
public final class TickClock {
    private final LongSupplier epochNanos;
    private final AtomicLong last = new AtomicLong(-1);

    /** A clock over nanoseconds since 1970-01-01T00:00Z; {@code System.nanoTime()} is not that. */
    public TickClock(LongSupplier epochNanos) {
        this.epochNanos = epochNanos;
    }

    /** A new clock over the system's time. */
    public static TickClock system() {
        return new TickClock(() -> Ticks.ofInstant(Instant.now()));
    }

    /** The source's time, or the previous tick plus 1 if the time is not greater; at least 0. */
    public long next() {
        long now = epochNanos.getAsLong();
        return last.updateAndGet(previous -> Math.max(now, Math.incrementExact(previous)));
    }
}
