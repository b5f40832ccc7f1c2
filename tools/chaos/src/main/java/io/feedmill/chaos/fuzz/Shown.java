package io.feedmill.chaos.fuzz;

import java.util.stream.Collectors;

/** Texts for people: on one line, with escapes. */
final class Shown {
    private static final int MAX = 1_000;

    private Shown() {}

    /** Returns the text, cut if it is long. */
    static String of(String text) {
        String start = text.chars().limit(MAX).mapToObj(Shown::escaped).collect(Collectors.joining());
        return text.length() <= MAX ? start : start + "… (%,d in all)".formatted(text.length());
    }

    private static String escaped(int c) {
        return switch (c) {
            case '\r' -> "\\r";
            case '\n' -> "\\n";
            default -> c >= ' ' && c < 0x7f ? Character.toString(c) : "\\u%04x".formatted(c);
        };
    }
}
