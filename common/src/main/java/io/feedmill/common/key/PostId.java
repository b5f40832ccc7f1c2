package io.feedmill.common.key;

import java.time.Instant;
import java.util.Comparator;
import java.util.random.RandomGenerator;

/**
 * A post's id: {@code <tick as 11 base58 characters><suffix>}, 22 characters that are safe in a URL. Ordered as the
 * strings are: oldest first.
 *
 * @param tick when the post was made, see {@link Ticks}
 * @param suffix 11 random base58 characters, which distinguish posts that two processes make in one tick
 */
public record PostId(long tick, String suffix) implements Comparable<PostId> {
    static final int SUFFIX = 11;

    static final int TICK = 11;
    static final int LENGTH = TICK + SUFFIX;
    private static final Comparator<PostId> ORDER =
            Comparator.comparingLong(PostId::tick).thenComparing(PostId::suffix);

    /** Throws an {@link IllegalArgumentException} if the tick is negative or the suffix is not 11 base58 characters. */
    public PostId {
        Ticks.require(tick);
        Base58.requireSuffix(suffix, SUFFIX);
    }

    /** An id with a suffix drawn from {@code random}, which has to be seeded apart in each process. */
    public static PostId create(long tick, RandomGenerator random) {
        return new PostId(tick, Base58.random(random, SUFFIX));
    }

    /** The inverse of {@link #value()}. Throws an {@link IllegalArgumentException} for any other text, with a message that is safe to show. */
    public static PostId parse(String text) {
        if (text.length() != LENGTH || !Base58.isBase58(text)) {
            throw Refusal.of("a post id of 22 base58 characters", text);
        }
        return new PostId(Base58.decode(text.substring(0, TICK)), text.substring(TICK));
    }

    public String value() {
        return Base58.encode(tick, TICK) + suffix;
    }

    /** The place of the post in every feed. */
    public FeedKey feedKey() {
        return new FeedKey(tick, suffix);
    }

    public Instant createdAt() {
        return Ticks.toInstant(tick);
    }

    @Override
    public int compareTo(PostId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return value();
    }
}
