package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.worker.pressure.AdaptiveRate.Curve;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdaptiveRateTest {
    private static final long MILLISECOND = Duration.ofMillis(1).toNanos();
    private static final double LOWEST = 10;

    private final AdaptiveRate rate = new AdaptiveRate(LOWEST, AdaptiveRate.UNLIMITED);
    private long now = Duration.ofDays(20_000).toNanos();

    private void advance(long milliseconds) {
        now += milliseconds * MILLISECOND;
    }

    /** A request of 25 units whose answer takes no time. */
    private void send(int refused) {
        send(rate, refused);
    }

    private void send(AdaptiveRate to, int refused) {
        to.sent(now, 25);
        to.answered(now, now, 25, refused);
    }

    /** 25 units every 5 ms are 5,000 a second. */
    private void sendFor(Duration time) {
        for (long end = now + time.toNanos(); now < end; advance(5)) {
            send(0);
        }
    }

    /** Sends at 5,000 units a second, then one request that is refused completely. */
    private double cut() {
        sendFor(Duration.ofSeconds(3));
        send(25);
        return rate.unitsPerSecond();
    }

    @Test
    void isUnlimitedUntilTheFirstThrottle() {
        sendFor(Duration.ofSeconds(60));
        assertThat(rate.unitsPerSecond()).isEqualTo(AdaptiveRate.UNLIMITED);
        assertThat(rate.request(25)).isEqualTo(25);
    }

    /** The cut is 15 %, and 63 % of another 15 % for the first refused request. */
    @Test
    void isCutFromTwiceTheSentRate() {
        assertThat(cut()).isCloseTo(10_000 * (1 - 0.15 - 0.15 * 0.632), within(150.0));
    }

    @Test
    void isCutLessIfLessIsRefused() {
        sendFor(Duration.ofSeconds(3));
        send(1);
        assertThat(rate.unitsPerSecond()).isCloseTo(10_000 * (1 - 0.15 - 0.15 * 0.039), within(150.0));
    }

    @Test
    void takesTheThrottlesOfOneBurstAsOneDeeperThrottle() {
        long sentAt = now;
        double first = cut();
        for (int i = 0; i < 100; i++) {
            advance(1);
            rate.answered(now, sentAt, 25, 25);
        }
        assertThat(rate.unitsPerSecond()).isLessThan(first).isCloseTo(10_000 * 0.7, within(150.0));
    }

    @Test
    void isCutAgainByTheRateSentAfterTheCut() {
        double first = cut();
        advance(1);
        send(25);
        assertThat(rate.unitsPerSecond()).isCloseTo(first * 0.755, within(first * 0.01));
    }

    @Test
    void isRestoredAfterASecondAndAHalfAndThenGrows() {
        double first = cut();
        sendFor(Duration.ofMillis(750));
        assertThat(rate.unitsPerSecond()).isBetween(first * 1.2, 10_000.0);
        sendFor(Duration.ofMillis(800));
        assertThat(rate.unitsPerSecond()).isCloseTo(10_000, within(150.0));
    }

    /** The new maximum is 10 % lower, and the rate grows slowly near it. */
    @Test
    void leavesCapacityToOthersBelowItsLastMaximum() {
        cut();
        double reached = rate.unitsPerSecond();
        advance(1);
        send(25);
        sendFor(Duration.ofMillis(1_500));
        assertThat(rate.unitsPerSecond()).isCloseTo(reached * 0.9, within(reached * 0.02));
    }

    @Test
    void growsToAtMostTwiceTheSentRate() {
        cut();
        sendFor(Duration.ofSeconds(30));
        assertThat(rate.unitsPerSecond()).isCloseTo(10_000, within(300.0));
    }

    @Test
    void staysUnchangedWhileLittleIsSent() {
        double first = cut();
        advance(20_000);
        send(0);
        assertThat(rate.unitsPerSecond()).isEqualTo(first);
    }

    @Test
    void neverFallsBelowItsMinimum() {
        cut();
        for (int i = 0; i < 500; i++) {
            advance(1);
            send(25);
        }
        assertThat(rate.unitsPerSecond()).isEqualTo(LOWEST);
    }

    @Test
    void isUnlimitedAgainAfterAMinuteWithoutAThrottle() {
        cut();
        sendFor(Duration.ofSeconds(59));
        assertThat(rate.unitsPerSecond()).isFinite();
        sendFor(Duration.ofSeconds(2));
        assertThat(rate.unitsPerSecond()).isEqualTo(AdaptiveRate.UNLIMITED);
    }

    @Test
    void makesSmallRequestsAtALowRate() {
        assertThat(rate.request(3)).isEqualTo(3);
        cut();
        assertThat(rate.request(25)).isEqualTo(25);
        for (int i = 0; i < 500; i++) {
            advance(1);
            send(25);
        }
        assertThat(rate.request(25)).isEqualTo(1);
    }

    /** Throttles come and go for ten minutes, with a minute of none, and refusals that look like a background. */
    @ParameterizedTest
    @ValueSource(doubles = {5, 500})
    void neverExceedsItsCeiling(double ceiling) {
        AdaptiveRate limited = new AdaptiveRate(LOWEST, ceiling);
        Random random = new Random(1);
        assertThat(limited.unitsPerSecond()).isEqualTo(ceiling);
        for (long begin = now; now < begin + 600_000 * MILLISECOND; advance(5)) {
            boolean refuses = (now - begin) / (70_000 * MILLISECOND) % 2 == 1 && random.nextDouble() < 0.3;
            send(limited, refuses ? 25 : 0);
            assertThat(limited.unitsPerSecond()).isPositive().isLessThanOrEqualTo(ceiling);
        }
    }

    @Test
    void isCutFromItsCeilingAndReturnsToIt() {
        AdaptiveRate limited = new AdaptiveRate(LOWEST, 2_000);
        for (int i = 0; i < 600; i++, advance(5)) {
            send(limited, 0);
        }
        limited.answered(now, now, 25, 25);
        assertThat(limited.unitsPerSecond()).isCloseTo(2_000 * 0.755, within(10.0));
        for (int i = 0; i < 12_200; i++, advance(5)) {
            send(limited, 0);
        }
        assertThat(limited.unitsPerSecond()).isEqualTo(2_000);
    }

    /** Sends for two minutes at the allowed rate, at most 5,000 units a second. Returns the units that the store accepts each second. */
    private double acceptedUnits(double refusedShare) {
        Random random = new Random(1);
        long accepted = 0;
        for (long end = now + 120_000 * MILLISECOND; now < end; ) {
            int units = rate.request(25);
            int refused = random.nextDouble() < refusedShare ? units : 0;
            rate.sent(now, units);
            rate.answered(now, now, units, refused);
            now += (long) (units * 1e9 / Math.min(5_000, rate.unitsPerSecond()));
            accepted += units - refused;
        }
        return accepted / 120.0;
    }

    /** Without a limit the result would be 5,000 times the share that is not refused. */
    @ParameterizedTest
    @ValueSource(doubles = {0.1, 0.3, 0.6, 0.9})
    void staysHighIfAStoreRefusesAShareAtAnyRate(double refusedShare) {
        assertThat(acceptedUnits(refusedShare)).isGreaterThan(0.5 * 5_000 * (1 - refusedShare));
    }

    /** The same at every rate: exactly at the maximum after a second and a half, from then on faster and faster. */
    @ParameterizedTest
    @CsvSource({"0, 0.8", "750, 0.975", "1500, 1", "2250, 1.0375", "3000, 1.3", "4500, 3.4"})
    void itsCurveIsBackAtTheMaximumAndAcceleratesAboveIt(long milliseconds, double share) {
        for (double top : List.of(10.0, 500.0, 40_000.0)) {
            double rate = new Curve(top, 0.8 * top, now).at(now + milliseconds * MILLISECOND);
            assertThat(rate).isCloseTo(share * top, within(share == 1 ? 0 : 1e-9 * top));
        }
    }
}
