package io.feedmill.common.key;

import java.util.random.RandomGenerator;

/** Base 58 with an alphabet in ASCII order: strings of one width sort as the numbers that they stand for. */
public final class Base58 {
    static final String ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    private static final int RADIX = ALPHABET.length();

    /** The digit of each ASCII character; -1 for all others. A page of a feed decodes fifty ids. */
    private static final byte[] DIGITS = digits();

    private Base58() {}

    /** The value in exactly {@code width} characters; 11 hold every {@code long}. Refuses a negative one, and one that does not fit. */
    public static String encode(long value, int width) {
        char[] digits = new char[width];
        long rest = value;
        for (int i = width - 1; i >= 0; i--, rest /= RADIX) {
            digits[i] = ALPHABET.charAt((int) Math.floorMod(rest, (long) RADIX));
        }
        if (value < 0 || rest != 0) {
            throw Refusal.of("a number of " + width + " base58 characters", Long.toString(value));
        }
        return new String(digits);
    }

    /** The number that one or more base58 characters stand for. Refuses any other text, and a number above {@link Long#MAX_VALUE}. */
    public static long decode(String text) {
        if (!isBase58(text)) {
            throw Refusal.of("base58 characters", text);
        }
        long value = 0;
        for (int i = 0; i < text.length(); i++) {
            int digit = digit(text.charAt(i));
            if (value > (Long.MAX_VALUE - digit) / RADIX) {
                throw Refusal.of("a base58 number up to " + Long.MAX_VALUE, text);
            }
            value = value * RADIX + digit;
        }
        return value;
    }

    /** Draws this number of characters uniformly: 5.86 bits each. */
    public static String random(RandomGenerator random, int length) {
        StringBuilder drawn = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            drawn.append(ALPHABET.charAt(random.nextInt(RADIX)));
        }
        return drawn.toString();
    }

    /** Whether the text has only characters of the alphabet, and at least one. */
    public static boolean isBase58(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (digit(text.charAt(i)) < 0) {
                return false;
            }
        }
        return !text.isEmpty();
    }

    private static int digit(char c) {
        return c < DIGITS.length ? DIGITS[c] : -1;
    }

    private static byte[] digits() {
        byte[] digits = new byte[128];
        for (int c = 0; c < digits.length; c++) {
            digits[c] = (byte) ALPHABET.indexOf(c);
        }
        return digits;
    }

    static void requireSuffix(String suffix, int length) {
        if (suffix.length() != length || !isBase58(suffix)) {
            throw Refusal.of(length + " base58 characters", suffix);
        }
    }
}
