package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.worker.pressure.AdaptiveRate.Curve;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CurveTest {
    private static final long CUT = Duration.ofSeconds(100).toNanos();

    private static double after(double top, Duration time) {
        return new Curve(top, 0.8 * top, CUT).at(CUT + time.toNanos());
    }

    /** The same at every rate. */
    @ParameterizedTest
    @ValueSource(doubles = {10, 500, 40_000})
    void isBackAtTheMaximumInASecondAndAHalf(double top) {
        assertThat(after(top, Duration.ZERO)).isCloseTo(0.8 * top, within(1e-9 * top));
        assertThat(after(top, Duration.ofMillis(750))).isCloseTo(0.975 * top, within(1e-9 * top));
        assertThat(after(top, Duration.ofMillis(1_500))).isEqualTo(top);
    }

    @ParameterizedTest
    @ValueSource(doubles = {10, 500, 40_000})
    void acceleratesAboveTheMaximum(double top) {
        assertThat(after(top, Duration.ofMillis(2_250))).isCloseTo(1.0375 * top, within(1e-9 * top));
        assertThat(after(top, Duration.ofSeconds(3))).isCloseTo(1.3 * top, within(1e-9 * top));
        assertThat(after(top, Duration.ofMillis(4_500))).isCloseTo(3.4 * top, within(1e-9 * top));
    }
}
