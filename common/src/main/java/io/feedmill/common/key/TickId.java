package io.feedmill.common.key;

import java.time.Instant;

/**
 * An id of 22 characters that are safe in a URL: a tick as 11 base58 characters, and 11 random ones, which distinguish what two processes make in
 * one tick. Ordered as the strings are: oldest first.
 */
public sealed interface TickId<T extends TickId<T>> extends Comparable<T> permits PostId, JobId {
    int TICK = 11;
    int SUFFIX = 11;
    int LENGTH = TICK + SUFFIX;

    /** When it was made, see {@link Ticks}. */
    long tick();

    String suffix();

    default String value() {
        return Base58.encode(tick(), TICK) + suffix();
    }

    default Instant createdAt() {
        return Ticks.toInstant(tick());
    }

    @Override
    default int compareTo(T other) {
        int byTick = Long.compare(tick(), other.tick());
        return byTick == 0 ? suffix().compareTo(other.suffix()) : byTick;
    }
}
