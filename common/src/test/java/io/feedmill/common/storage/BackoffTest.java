package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.Seeded;
import java.time.Duration;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BackoffTest {
    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(100), Duration.ofSeconds(30));

    @Test
    void doublesUpToItsCap() {
        assertThat(IntStream.range(0, 11).mapToObj(n -> BACKOFF.ceiling(n).toMillis()))
                .containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 6_400L, 12_800L, 25_600L, 30_000L, 30_000L);
    }

    @Test
    void staysAtItsCapHoweverManyAttempts() {
        assertThat(BACKOFF.ceiling(63)).isEqualTo(Duration.ofSeconds(30));
        assertThat(BACKOFF.ceiling(64)).isEqualTo(Duration.ofSeconds(30));
        assertThat(BACKOFF.ceiling(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(30));
    }

    @Seeded
    void waitsAreAnythingUpToTheCeiling(long seed) {
        Random random = new Random(seed);
        long shortest = Long.MAX_VALUE;
        long maxDelay = 0;
        for (int i = 0; i < Seeded.TRIES; i++) {
            Duration delay = BACKOFF.delay(5, random);
            assertThat(delay).isBetween(Duration.ZERO, BACKOFF.ceiling(5));
            shortest = Math.min(shortest, delay.toMillis());
            maxDelay = Math.max(maxDelay, delay.toMillis());
        }
        assertThat(shortest).isLessThan(320);
        assertThat(maxDelay).isGreaterThan(2_880);
    }
}
