package io.feedmill.common.key;

import java.util.random.RandomGenerator;

/**
 * A fan-out job's id, in the form of a post's id. The job that a post is published with has the id of the post; a later job of the post, such as
 * one for a change of its permissions, has an id of its own.
 */
public record JobId(long tick, String suffix) implements TickId<JobId> {
    public JobId {
        Ticks.require(tick);
        Base58.requireSuffix(suffix, SUFFIX);
    }

    /** The least id of this tick. */
    public static JobId first(long tick) {
        return new JobId(tick, Base58.encode(0, SUFFIX));
    }

    /** The id of the job that the post is published with. */
    public static JobId of(PostId post) {
        return new JobId(post.tick(), post.suffix());
    }

    /** An id with a suffix drawn from {@code random}, which has to be seeded apart in each process. */
    public static JobId create(long tick, RandomGenerator random) {
        return new JobId(tick, Base58.random(random, SUFFIX));
    }

    /** The inverse of {@link #value()}. Throws an {@link IllegalArgumentException} for any other text, with a message that is safe to show. */
    public static JobId parse(String text) {
        if (text.length() != LENGTH || !Base58.isBase58(text)) {
            throw Refusal.of("a job id of 22 base58 characters", text);
        }
        return new JobId(Base58.decode(text.substring(0, TICK)), text.substring(TICK));
    }

    public boolean publishes(PostId post) {
        return tick == post.tick() && suffix.equals(post.suffix());
    }

    @Override
    public String toString() {
        return value();
    }
}
