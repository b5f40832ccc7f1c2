package io.feedmill.faults.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Figures of 20,000 draws from one seed. */
class DistributionTest {
    private static final int DRAWS = 20_000;
    private static final Duration TEN = Duration.ofMillis(10);

    private final RandomGenerator random = new SplittableRandom(1);

    @Test
    void fixedIsAlwaysTheSame() {
        assertThat(draws(new Distribution.Fixed(TEN))).containsOnly(10);
    }

    @Test
    void uniformFillsItsRange() {
        double[] draws = draws(new Distribution.Uniform(TEN, Duration.ofMillis(30)));
        assertThat(draws[0]).isBetween(10.0, 10.1);
        assertThat(draws[DRAWS / 2]).isCloseTo(20, within(0.5));
        assertThat(draws[DRAWS - 1]).isBetween(29.9, 30.0);
    }

    @Test
    void uniformMayBeOneTime() {
        assertThat(draws(new Distribution.Uniform(TEN, TEN))).containsOnly(10);
    }

    @Test
    void exponentialHasItsMean() {
        double[] draws = draws(new Distribution.Exponential(TEN));
        assertThat(LongStream.range(0, DRAWS)
                        .mapToDouble(i -> draws[(int) i])
                        .average()
                        .orElseThrow())
                .isCloseTo(10, within(0.3));
        assertThat(draws[DRAWS / 2]).isCloseTo(10 * Math.log(2), within(0.3));
    }

    @Test
    void lognormalHasItsMedianAndItsTail() {
        double[] draws = draws(new Distribution.LogNormal(TEN, Duration.ofMillis(100)));
        assertThat(draws[DRAWS / 2]).isCloseTo(10, within(0.5));
        assertThat(draws[DRAWS / 100 * 99]).isCloseTo(100, within(8.0));
    }

    /** In milliseconds, ascending. */
    private double[] draws(Distribution distribution) {
        return LongStream.range(0, DRAWS)
                .mapToDouble(i -> distribution.draw(random).toNanos() / 1e6)
                .sorted()
                .toArray();
    }
}
