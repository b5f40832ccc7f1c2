package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TimesTest {

    @Test
    void halfOfThemAreWithinTheMedianAndOneInAHundredIsAboveP99() {
        List<Duration> falling = IntStream.range(0, 200)
                .mapToObj(i -> Duration.ofMillis(200 - i))
                .toList();
        assertThat(new Times(falling).sample())
                .isEqualTo(Sample.of(Metric.P50_MILLIS, 100).with(Metric.P99_MILLIS, 198));
    }

    @Test
    void keepsWhatElseWasMeasured() {
        Sample sample = new Times(List.of(Duration.ofMillis(3))).addTo(Sample.of(Metric.LOST, 0));
        assertThat(sample.value(Metric.LOST)).hasValue(0);
        assertThat(sample.value(Metric.P50_MILLIS)).hasValue(3);
        assertThat(sample.value(Metric.P99_MILLIS)).hasValue(3);
    }

    @Test
    void nothingTakesNoNumber() {
        assertThat(new Times(List.of()).sample().value(Metric.P50_MILLIS)).hasValue(Double.NaN);
    }
}
