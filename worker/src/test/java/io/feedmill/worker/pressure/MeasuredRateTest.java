package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.worker.pressure.Background.MeasuredRate;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasuredRateTest {
    private static final long START = Duration.ofDays(20_000).toNanos();
    private static final long MILLISECOND = Duration.ofMillis(1).toNanos();

    private final MeasuredRate rate = new MeasuredRate();

    /** 25 units every 5 ms are 5,000 a second. */
    private long count(int times) {
        long now = START;
        for (int i = 0; i < times; i++) {
            rate.count(now, 25);
            now += 5 * MILLISECOND;
        }
        return now;
    }

    @Test
    void isNothingBeforeAnythingIsCounted() {
        assertThat(rate.at(START)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"20, 150", "2000, 50"})
    void isCorrectFromTheStartAndInTheLongRun(int times, double offset) {
        assertThat(rate.at(count(times))).isCloseTo(5_000, within(offset));
    }

    @Test
    void isNotDistortedByTheFirstRequest() {
        rate.count(START, 25);
        assertThat(rate.at(START)).isLessThan(1_300);
    }

    @Test
    void decreasesWithoutRequests() {
        long end = count(2_000);
        assertThat(rate.at(end + 500 * MILLISECOND)).isCloseTo(5_000 / Math.E, within(20.0));
        assertThat(rate.at(end + 10_000 * MILLISECOND)).isLessThan(0.01);
    }
}
