package io.feedmill.faults.script;

import java.time.Duration;

/** What values of a script must keep to. Each check throws an {@link IllegalArgumentException} that says what is wrong. */
final class Checks {
    private Checks() {}

    static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException(sentence);
        }
    }

    static void notNegative(String name, Duration time) {
        require(!time.isNegative(), "\"" + name + "\" must not be negative");
    }

    static void positive(String name, Duration time) {
        require(time.isPositive(), "\"" + name + "\" must be more than 0");
    }

    static void positive(String name, double number) {
        require(number > 0 && Double.isFinite(number), "\"" + name + "\" must be more than 0");
    }

    /** A chance, from 0 to 1. */
    static void chance(String name, double number) {
        require(number >= 0 && number <= 1, "\"" + name + "\" must be 0 to 1");
    }
}
