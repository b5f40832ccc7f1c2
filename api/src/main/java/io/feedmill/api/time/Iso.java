package io.feedmill.api.time;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Times as clients see them: ISO 8601, UTC, always nine digits of a second, so that they sort as strings. */
public final class Iso {
    private static final DateTimeFormatter NANOS = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    private Iso() {}

    public static String format(Instant instant) {
        return NANOS.format(instant);
    }
}
