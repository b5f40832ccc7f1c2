package io.feedmill.common.key;

/** Exceptions for malformed text: one line of printable ASCII that shows at most 64 characters of it. */
final class Refusal {
    private static final int SHOWN = 64;

    private Refusal() {}

    static IllegalArgumentException of(String expected, String found) {
        return new IllegalArgumentException("expected " + expected + ", found '" + shown(found) + "'");
    }

    private static String shown(String text) {
        StringBuilder shown = new StringBuilder();
        text.chars().limit(SHOWN).forEach(c -> shown.append(c >= ' ' && c <= '~' ? (char) c : '?'));
        return shown.toString();
    }
}
