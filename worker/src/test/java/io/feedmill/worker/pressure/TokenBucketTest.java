package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.worker.pressure.PressureGate.TokenBucket;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final TokenBucket bucket = new TokenBucket();
    private long now = Duration.ofDays(20_000).toNanos();

    /** Sends requests of 25 units as soon as allowed. Returns the units sent in a second. */
    private int send(double rate) {
        int units = 0;
        long end = now + SECOND;
        while (now < end) {
            long wait = bucket.nanosUntilFree(now, rate);
            if (wait <= 0) {
                bucket.take(now, rate, 25);
                units += 25;
            }
            now += Math.max(wait, 0);
        }
        return units;
    }

    @Test
    void letsThroughWhatTheRateAllows() {
        assertThat(send(10)).isLessThanOrEqualTo(35);
        assertThat(send(1_000)).isBetween(975, 1_050);
        assertThat(send(40_000)).isBetween(39_900, 40_900);
    }

    @Test
    void savesUpToAFiftiethOfASecond() {
        send(1_000);
        now += 3_600 * SECOND;
        assertThat(send(1_000)).isBetween(1_000, 1_050);
    }

    @Test
    void neverWaitsWithoutALimit() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(bucket.nanosUntilFree(now, AdaptiveRate.UNLIMITED)).isZero();
            bucket.take(now, AdaptiveRate.UNLIMITED, 25);
        }
        assertThat(bucket.nanosUntilFree(now, 1_000)).isLessThanOrEqualTo(SECOND / 40 + 1);
    }
}
