package io.feedmill.common.key;

import java.util.random.RandomGenerator;

public record PostId(long tick, String suffix) implements TickId<PostId> {
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

    /** The place of the post in every feed. */
    public FeedKey feedKey() {
        return new FeedKey(tick, suffix);
    }

    @Override
    public String toString() {
        return value();
    }
}
