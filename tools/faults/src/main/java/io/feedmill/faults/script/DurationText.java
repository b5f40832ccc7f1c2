package io.feedmill.faults.script;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as scripts write them: {@code 250ms}, {@code 10s}, {@code 5m}. */
final class DurationText {
    private static final Pattern FORM = Pattern.compile("(\\d{1,9})(us|ms|s|m|h)");

    private DurationText() {}

    static Duration parse(String text) {
        Matcher matcher = FORM.matcher(text);
        Checks.require(matcher.matches(), "a time is a whole number with us, ms, s, m or h, as in \"250ms\"");
        long amount = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> Duration.ofNanos(amount * 1_000);
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
    }
}
