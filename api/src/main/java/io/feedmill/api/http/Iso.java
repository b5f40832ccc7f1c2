package io.feedmill.api.http;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Formats times for clients: ISO 8601, UTC, always nine fractional digits, so that they sort as strings. */
public final class Iso {
    private static final DateTimeFormatter NANOS =
            new DateTimeFormatterBuilder().appendInstant(9).toFormatter(Locale.ROOT);

    private Iso() {}

    public static String format(Instant instant) {
        return NANOS.format(instant);
    }
}
