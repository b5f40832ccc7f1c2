package io.feedmill.chaos.plan;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** Draws the values of a schedule from a seed. Not thread-safe. */
record Draw(Random random) {

    /** Returns a source of its own for each purpose: draws for one purpose change nothing for the others. */
    static Draw of(long seed, String purpose) {
        return new Draw(new Random(seed * 1_000_003 + purpose.hashCode()));
    }

    /** Draws a number between two bounds, both inclusive. */
    int from(int min, int max) {
        return random.nextInt(min, max + 1);
    }

    /** Draws seconds between two bounds, to a tenth. */
    Duration seconds(double min, double max) {
        return Duration.ofMillis(100L * from((int) (min * 10), (int) (max * 10)));
    }

    /** Draws a probability between two percentages. */
    double percent(int min, int max) {
        return from(min, max) / 100.0;
    }

    <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    /** Returns each of the values once, in random order, before any comes again. */
    <T> Shuffled<T> shuffled(List<T> values) {
        return new Shuffled<>(List.copyOf(values), random, new ArrayDeque<>());
    }

    record Shuffled<T>(List<T> values, Random random, Deque<T> left) {

        T next() {
            if (left.isEmpty()) {
                List<T> order = new ArrayList<>(values);
                Collections.shuffle(order, random);
                left.addAll(order);
            }
            return left.remove();
        }
    }
}
