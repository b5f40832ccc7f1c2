package io.feedmill.common.key;

import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * A second in UTC, in the years 0000 to 9999, and a random suffix of 16 base58 characters: {@code yyyy-MM-ddTHH:mm:ss.<suffix>}. Ordered as the strings
 * are: oldest first, and at random within a second. So the greatest key seen is no checkpoint: later ones of the same second may sort before it.
 */
public record RandomTimestamp(Instant second, String suffix) {
    private static final int SUFFIX = 16;
    private static final int TIME = 19;
    private static final UtcTime FORMAT = new UtcTime("uuuu-MM-dd'T'HH:mm:ss");

    public RandomTimestamp {
        UtcTime.requireMultiple(second, 1);
        Base58.requireSuffix(suffix, SUFFIX);
    }

    /** The instant's second with a suffix drawn from {@code random}. */
    public static RandomTimestamp of(Instant instant, RandomGenerator random) {
        return new RandomTimestamp(UtcTime.floor(instant, 1), Base58.random(random, SUFFIX));
    }

    /** The inverse of {@link #value()}. */
    public static RandomTimestamp parse(String text) {
        if (text.length() != TIME + 1 + SUFFIX || text.charAt(TIME) != '.') {
            throw Refusal.of("yyyy-MM-ddTHH:mm:ss, a dot and 16 base58 characters", text);
        }
        return new RandomTimestamp(FORMAT.parse(text.substring(0, TIME)), text.substring(TIME + 1));
    }

    public String value() {
        return FORMAT.format(second) + "." + suffix;
    }
}
