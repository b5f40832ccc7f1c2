package io.feedmill.testkit;

import java.util.function.LongConsumer;

/** Runs a test body for many seeds and names the one that fails. */
public final class Seeds {
    private static final String ONE = "feedmill.seed";

    private Seeds() {}

    /**
     * Runs the body with the seeds 1 to {@code count}, or with the seed in the system property {@code feedmill.seed} alone.
     *
     * @throws AssertionError naming the seed, if the body throws
     */
    public static void each(int count, LongConsumer body) {
        Long one = Long.getLong(ONE);
        long first = one == null ? 1 : one;
        long last = one == null ? count : one;
        for (long seed = first; seed <= last; seed++) {
            run(seed, body);
        }
    }

    private static void run(long seed, LongConsumer body) {
        try {
            body.accept(seed);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("again with -D" + ONE + "=" + seed + ": " + e.getMessage(), e);
        }
    }
}
