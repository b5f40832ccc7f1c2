package io.feedmill.common.key;

import java.time.Duration;
import java.time.Instant;

/** A quarter of an hour in UTC, in the years 0000 to 9999; written {@code yyyyMMddHHmm}. Ordered by time, as the strings are. */
public record QuarterHour(Instant start) implements Comparable<QuarterHour> {
    private static final int SECONDS = 15 * 60;
    private static final UtcTime FORMAT = new UtcTime("uuuuMMddHHmm");

    public QuarterHour {
        UtcTime.requireMultiple(start, SECONDS);
    }

    /** The quarter that the instant falls into. */
    public static QuarterHour of(Instant instant) {
        return new QuarterHour(UtcTime.floor(instant, SECONDS));
    }

    /** The inverse of {@link #value()}. */
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
