package io.feedmill.chaos.plan;

import io.feedmill.stack.graph.GraphGenerator;
import java.time.Duration;

/**
 * A chaos run. The same settings make the same plan.
 *
 * @param seed of everything that is left to chance
 * @param length how long faults are injected
 * @param workers how many there are
 * @param postEvery the time between two posts
 * @param sliceSize followers that one message delivers to
 * @param users how many there are; the first author has half of them as followers
 */
public record ChaosSettings(long seed, Duration length, int workers, Duration postEvery, int sliceSize, int users) {

    private static final int MIN_USERS = 20;
    private static final double EXPONENT = 0.9;

    public ChaosSettings {
        require(length.isPositive(), "A run has some length");
        require(workers >= 1, "A run has a worker");
        require(postEvery.isPositive(), "There is some time between two posts");
        require(sliceSize >= 1, "A slice has a follower");
        require(users >= MIN_USERS, "A run has %d users".formatted(MIN_USERS));
    }

    /** A run of that length as the command makes it by default. */
    public static ChaosSettings of(long seed, Duration length) {
        return new ChaosSettings(seed, length, 3, Duration.ofMillis(250), 50, 800);
    }

    GraphGenerator graph() {
        return new GraphGenerator(users, users / 2, EXPONENT, seed);
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException(sentence);
        }
    }
}
