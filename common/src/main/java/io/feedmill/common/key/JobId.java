package io.feedmill.common.key;

import java.time.Instant;
import java.util.Comparator;
import java.util.random.RandomGenerator;

/**
 * A fan-out job's id, in the form of a post's id. The job that a post is published with has the id of the post; a later job of the post, such as
 * one for a change of its permissions, has an id of its own. Ordered as the strings are: oldest first.
 *
 * @param tick when the job was accepted, see {@link Ticks}
 * @param suffix 11 random base58 characters
 */
public record JobId(long tick, String suffix) implements Comparable<JobId> {
    private static final Comparator<JobId> ORDER =
            Comparator.comparingLong(JobId::tick).thenComparing(JobId::suffix);

    /** Throws an {@link IllegalArgumentException} if the tick is negative or the suffix is not 11 base58 characters. */
    public JobId {
        Ticks.require(tick);
        Base58.requireSuffix(suffix, PostId.SUFFIX);
    }

    /** The least id of this tick. */
    public static JobId first(long tick) {
        return new JobId(tick, Base58.encode(0, PostId.SUFFIX));
    }

    /** The id of the job that the post is published with. */
    public static JobId of(PostId post) {
        return new JobId(post.tick(), post.suffix());
    }

    /** An id with a suffix drawn from {@code random}, which has to be seeded apart in each process. */
    public static JobId create(long tick, RandomGenerator random) {
        return new JobId(tick, Base58.random(random, PostId.SUFFIX));
    }

    /** The inverse of {@link #value()}. Throws an {@link IllegalArgumentException} for any other text, with a message that is safe to show. */
    public static JobId parse(String text) {
        if (text.length() != PostId.LENGTH || !Base58.isBase58(text)) {
            throw Refusal.of("a job id of 22 base58 characters", text);
        }
        return new JobId(Base58.decode(text.substring(0, PostId.TICK)), text.substring(PostId.TICK));
    }

    public String value() {
        return Base58.encode(tick, PostId.TICK) + suffix;
    }

    /** Whether the post was published with this job. */
    public boolean publishes(PostId post) {
        return tick == post.tick() && suffix.equals(post.suffix());
    }

    public Instant createdAt() {
        return Ticks.toInstant(tick);
    }

    @Override
    public int compareTo(JobId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return value();
    }
}
