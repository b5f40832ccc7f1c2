package io.feedmill.common.key;

import java.util.Comparator;

/**
 * A feed item's sort key, of its post's tick and suffix: {@code <Long.MAX_VALUE - tick, 19 digits>.<suffix>}. Ordered as the
 * strings are: newest first, and by suffix within a tick.
 */
public record FeedKey(long tick, String suffix) implements Comparable<FeedKey> {
    private static final int DIGITS = 19;
    private static final int LENGTH = DIGITS + 1 + PostId.SUFFIX;
    private static final Comparator<FeedKey> ORDER =
            Comparator.comparingLong(FeedKey::tick).reversed().thenComparing(FeedKey::suffix);

    public FeedKey {
        Ticks.require(tick);
        Base58.requireSuffix(suffix, PostId.SUFFIX);
    }

    /** The inverse of {@link #value()}. */
    public static FeedKey parse(String text) {
        if (text.length() != LENGTH || text.charAt(DIGITS) != '.') {
            throw Refusal.of("a feed key of 19 digits, a dot and 11 base58 characters", text);
        }
        return new FeedKey(tickOf(text), text.substring(DIGITS + 1));
    }

    /** The tick of a key's {@link #value()}, of which only the digits are checked: a page of a feed asks for fifty. */
    public static long tickOf(String text) {
        if (text.length() < DIGITS) {
            throw Refusal.of(DIGITS + " digits", text);
        }
        return Long.MAX_VALUE - Digits.decode(text.substring(0, DIGITS), DIGITS);
    }

    /** Exactly the keys whose tick is at least {@code fromTick} and below {@code toTick}, which is greater: no pair of bounds means "nothing". */
    public static KeyRange range(long fromTick, long toTick) {
        Ticks.requireOrder(fromTick, toTick);
        return new KeyRange(
                new FeedKey(toTick - 1, "1".repeat(PostId.SUFFIX)).value(),
                last(fromTick).value());
    }

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
