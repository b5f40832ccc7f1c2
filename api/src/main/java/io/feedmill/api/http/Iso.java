package io.feedmill.api.http;

import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;

/** Formats times for clients: ISO 8601, UTC, always nine fractional digits, so that they sort as strings. */
public final class Iso {
    private static final DateTimeFormatter NANOS =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter(Locale.ROOT);

    private Iso() {}

    /** Returns the tick of an instant; empty if the text is none of the years 1970 to 2262. */
    public static Optional<Long> tick(String text) {
        return ClientIds.parse(Instant::parse, text).flatMap(instant -> ClientIds.parse(Ticks::ofInstant, instant));
    }

    public static String format(Instant instant) {
        return NANOS.format(instant);
    }

    /** Returns how long ago a time is, as a duration in ISO 8601 of whole seconds; zero for a later one. */
    public static String age(Instant then, Instant now) {
        Duration age = then.isAfter(now) ? Duration.ZERO : Duration.between(then, now);
        return age.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
