package io.feedmill.chaos.fuzz;

import java.util.List;
import java.util.SplittableRandom;

/** Random choices of one case: the same for the same seed and number. Not thread-safe. */
final class Draws {
    private final SplittableRandom random;

    Draws(long seed, int number) {
        this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + number);
    }

    /** Returns a number from 0 to {@code bound - 1}. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** Returns true in this percentage of the cases. */
    boolean percent(int percent) {
        return below(100) < percent;
    }

    <T> T of(List<T> values) {
        return values.get(below(values.size()));
    }

    @SafeVarargs
    final <T> T of(T... values) {
        return values[below(values.length)];
    }
}
