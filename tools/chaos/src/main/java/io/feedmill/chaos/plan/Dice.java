package io.feedmill.chaos.plan;

import java.time.Duration;
import java.util.Random;

/** Draws in the terms of a plan. Not thread-safe. */
record Dice(Random random) {

    /** Dice of their own for each purpose: what one draws changes nothing for the others. */
    static Dice of(long seed, String purpose) {
        return new Dice(new Random(seed * 1_000_003 + purpose.hashCode()));
    }

    /** From the first number to the second, both inclusive. */
    int from(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    /** Seconds, from the first number to the second, to a tenth. */
    Duration seconds(double least, double most) {
        return Duration.ofMillis(100L * from((int) (least * 10), (int) (most * 10)));
    }

    /** A chance, from so many percent to so many. */
    double percent(int least, int most) {
        return from(least, most) / 100.0;
    }

    <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }
}
