package io.feedmill.chaos.plan;

import java.time.Duration;

/** Times as plans are written. */
final class Times {

    private Times() {}

    /** {@code 4.2 s} */
    static String seconds(Duration time) {
        return "%.1f s".formatted(time.toMillis() / 1e3);
    }

    /** {@code 1:04.2}, minutes and seconds. */
    static String clock(Duration time) {
        return "%d:%04.1f".formatted(time.toMinutes(), time.toMillis() % 60_000 / 1e3);
    }
}
