package io.feedmill.api;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times for clients: ISO 8601, UTC, always nine fractional digits, so that they sort as strings. */
public final class Iso {
    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Iso() {}

    public static String format(Instant instant) {
        return NANOS.format(instant);
    }
}
