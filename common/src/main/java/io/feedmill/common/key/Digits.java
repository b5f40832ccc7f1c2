package io.feedmill.common.key;

/** Decimal numbers of a fixed width, so that the order of the strings is the order of the numbers. */
public final class Digits {
    private Digits() {}

    /** The value, padded with zeros on the left. Refuses a negative one, and one of more than {@code width} digits. */
    public static String encode(long value, int width) {
        String digits = Long.toString(value);
        if (value < 0 || digits.length() > width) {
            throw Refusal.of("a number of " + width + " digits", digits);
        }
        return "0".repeat(width - digits.length()) + digits;
    }

    /** The number that exactly {@code width} ASCII digits stand for. Refuses any other text, and a number above {@link Long#MAX_VALUE}. */
    public static long decode(String text, int width) {
        if (text.length() != width || !isAllDigits(text)) {
            throw Refusal.of(width + " digits", text);
        }
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw Refusal.of("a number up to " + Long.MAX_VALUE, text);
        }
    }

    /** A loop instead of a stream: a page of a feed decodes fifty keys. */
    private static boolean isAllDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return false;
            }
        }
        return !text.isEmpty();
    }
}
