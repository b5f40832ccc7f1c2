package io.feedmill.common.key;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;

/** A pattern of date and time in UTC and the years 0000 to 9999, independent of the default zone and locale. */
final class UtcTime {
    private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    private final String pattern;
    private final DateTimeFormatter formatter;

    UtcTime(String pattern) {
        this.pattern = pattern;
        this.formatter = DateTimeFormatter.ofPattern(pattern, Locale.ROOT)
                .withResolverStyle(ResolverStyle.STRICT)
                .withZone(ZoneOffset.UTC);
    }

    String format(Instant instant) {
        return formatter.format(instant);
    }

    /** The inverse of {@link #format}; it lets pass years beyond 0000 to 9999, which {@link #requireMultiple} refuses. */
    Instant parse(String text) {
        try {
            return LocalDateTime.parse(text, formatter).toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            throw Refusal.of("a time " + pattern, text);
        }
    }

    /** Refuses years that four digits do not hold, and instants that are not a multiple of {@code seconds}. */
    static void requireMultiple(Instant instant, int seconds) {
        if (instant.isBefore(FIRST) || instant.isAfter(LAST)) {
            throw Refusal.of("an instant of the years 0000 to 9999", instant.toString());
        }
        if (!floor(instant, seconds).equals(instant)) {
            throw Refusal.of("a multiple of " + seconds + " seconds", instant.toString());
        }
    }

    static Instant floor(Instant instant, int seconds) {
        return Instant.ofEpochSecond(Math.floorDiv(instant.getEpochSecond(), seconds) * (long) seconds);
    }
}
