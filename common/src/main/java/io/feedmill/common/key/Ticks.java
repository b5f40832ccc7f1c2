package io.feedmill.common.key;

import java.time.Instant;

/** Ticks: nanoseconds since 1970-01-01T00:00Z, from 0 to {@link Long#MAX_VALUE}, which is reached in April 2262. */
public final class Ticks {
    static final long NANOS = 1_000_000_000;
    private static final Instant LAST = Instant.ofEpochSecond(Long.MAX_VALUE / NANOS, Long.MAX_VALUE % NANOS);

    private Ticks() {}

    /** The instant of a tick, exact to the nanosecond. */
    public static Instant toInstant(long tick) {
        return Instant.ofEpochSecond(0, require(tick));
    }

    /** The tick of an instant from 1970 to 2262-04-11T23:47:16.854775807Z, exact to the nanosecond. */
    public static long ofInstant(Instant instant) {
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(LAST)) {
            throw Refusal.of("an instant from " + Instant.EPOCH + " to " + LAST, instant.toString());
        }
        return instant.getEpochSecond() * NANOS + instant.getNano();
    }

    static long require(long tick) {
        if (tick < 0) {
            throw Refusal.of("a tick of at least 0", Long.toString(tick));
        }
        return tick;
    }

    static void requireOrder(long fromTick, long toTick) {
        if (require(fromTick) >= toTick) {
            throw new IllegalArgumentException("no tick is from " + fromTick + " and below " + toTick);
        }
    }
}
