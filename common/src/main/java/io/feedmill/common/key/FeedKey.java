package io.feedmill.common.key;

import java.util.Comparator;

/**
 * A feed item's sort key: {@code <Long.MAX_VALUE - tick, 19 digits>.<suffix>}. Ordered as the strings are: newest
 * first, and by suffix within a tick.
 *
 * @param tick the post's tick, see {@link Ticks}
 * @param suffix the post's 11 base58 characters
 */
public record FeedKey(long tick, String suffix) implements Comparable<FeedKey> {
    private static final int DIGITS = 19;
    private static final int LENGTH = DIGITS + 1 + PostId.SUFFIX;
    private static final Comparator<FeedKey> ORDER =
            Comparator.comparingLong(FeedKey::tick).reversed().thenComparing(FeedKey::suffix);

    /** Throws an {@link IllegalArgumentException} if the tick is negative or the suffix is not 11 base58 characters. */
    public FeedKey {
        Ticks.require(tick);
        Base58.requireSuffix(suffix, PostId.SUFFIX);
    }

    /** The inverse of {@link #value()}. Throws an {@link IllegalArgumentException} for any other text. */
    public static FeedKey parse(String text) {
        if (text.length() != LENGTH || text.charAt(DIGITS) != '.') {
            throw Refusal.of("a feed key of 19 digits, a dot and 11 base58 characters", text);
        }
        return new FeedKey(tickOf(text), text.substring(DIGITS + 1));
    }

    /**
     * The tick of a key's {@link #value()}, without its other checks: a page of a feed asks for fifty.
     *
     * @throws IllegalArgumentException if the text does not begin with 19 digits of a number up to {@link Long#MAX_VALUE}
     */
    public static long tickOf(String text) {
        if (text.length() < DIGITS) {
            throw Refusal.of(DIGITS + " digits", text);
        }
        return Long.MAX_VALUE - Digits.decode(text.substring(0, DIGITS), DIGITS);
    }

    /**
     * Exactly the keys whose tick is at least {@code fromTick} and below {@code toTick}.
     *
     * @throws IllegalArgumentException if {@code fromTick} is negative or not below {@code toTick}: no pair of bounds
     *     means "nothing"
     */
    public static KeyRange range(long fromTick, long toTick) {
        Ticks.requireOrder(fromTick, toTick);
        FeedKey newest = new FeedKey(toTick - 1, "1".repeat(PostId.SUFFIX));
        return new KeyRange(newest.value(), last(fromTick).value());
    }

    /** The last key of a tick. */
    public static FeedKey last(long tick) {
        return new FeedKey(tick, "z".repeat(PostId.SUFFIX));
    }

    public String value() {
        return Digits.encode(Long.MAX_VALUE - tick, DIGITS) + "." + suffix;
    }

    public PostId postId() {
        return new PostId(tick, suffix);
    }

    @Override
    public int compareTo(FeedKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return value();
    }
}
