package io.feedmill.common.key;

import java.time.Duration;
import java.time.Instant;

/**
 * A quarter of an hour in UTC; written {@code yyyyMMddHHmm}. Ordered by time, as the strings
 * are.
 *
 * @param start its first instant; it ends where {@link #next()} starts
 */
public record QuarterHour(Instant start) implements Comparable<QuarterHour> {
    private static final int SECONDS = 15 * 60;
    private static final UtcTime FORMAT = new UtcTime("uuuuMMddHHmm");

    /** Throws an {@link IllegalArgumentException} if no quarter of an hour of the years 0000 to 9999 starts there. */
    public QuarterHour {
        UtcTime.requireMultiple(start, SECONDS);
    }

    /** The quarter that the instant falls into. */
    public static QuarterHour of(Instant instant) {
        return new QuarterHour(UtcTime.floor(instant, SECONDS));
    }

    /** The inverse of {@link #value()}. Throws an {@link IllegalArgumentException} for any other text. */
    public static QuarterHour parse(String text) {
        return new QuarterHour(FORMAT.parse(text));
    }

    public String value() {
        return FORMAT.format(start);
    }

    /** The last one that starts at a multiple of {@code length} since 1970 and not after {@code instant}; {@code length} is whole quarters. */
    public static QuarterHour floor(Instant instant, Duration length) {
        return new QuarterHour(UtcTime.floor(instant, Math.toIntExact(length.toSeconds())));
    }

    public QuarterHour next() {
        return new QuarterHour(start.plusSeconds(SECONDS));
    }

    @Override
    public int compareTo(QuarterHour other) {
        return start.compareTo(other.start);
    }

    @Override
    public String toString() {
        return value();
    }
}
