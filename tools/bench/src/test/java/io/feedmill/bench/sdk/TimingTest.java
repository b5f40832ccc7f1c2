package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.bench.measure.JvmUse;
import io.feedmill.bench.measure.Metric;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class TimingTest {

    @Test
    void everyCallIsMadeOnce() {
        Set<Integer> made = ConcurrentHashMap.newKeySet();
        Timing timing =
                Timing.ofCalls(100, 4, number -> assertThat(made.add(number)).isTrue());
        assertThat(made)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 100).boxed().toList());
        assertThat(timing.latencies().getTotalCount()).isEqualTo(100);
        assertThat(timing.perCall())
                .containsOnlyKeys(
                        Metric.P50_MILLIS,
                        Metric.P99_MILLIS,
                        Metric.CALL_CPU_MICROS,
                        Metric.CALL_ALLOCATED,
                        Metric.CALLS_PER_SECOND);
    }

    @Test
    void aCallThatFailsEndsThem() {
        assertThatThrownBy(() -> Timing.ofCalls(100, 4, number -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rateCpuAndBytesAreThoseOfOneDelivery() {
        Timing timing =
                new Timing(Duration.ofMillis(500), new JvmUse(Duration.ofMillis(100), 8_000_000), new Histogram(3));
        Map<Metric, Double> sample = timing.ofDeliveries(1_000);
        assertThat(sample.get(Metric.DELIVERIES_PER_SECOND)).isCloseTo(2_000, within(1e-6));
        assertThat(sample.get(Metric.CPU_MICROS)).isCloseTo(100, within(1e-6));
        assertThat(sample.get(Metric.ALLOCATED)).isCloseTo(8_000, within(1e-6));
    }

    @Test
    void halfOfTheCallsTookNoMoreThanTheMedian() {
        Histogram latencies = new Histogram(3);
        IntStream.rangeClosed(1, 100).forEach(millis -> latencies.recordValue((101 - millis) * 1_000_000L));
        Map<Metric, Double> sample = new Timing(Duration.ZERO, JvmUse.NONE, latencies).perCall();
        assertThat(sample.get(Metric.P50_MILLIS)).isCloseTo(50, within(0.05));
        assertThat(sample.get(Metric.P99_MILLIS)).isCloseTo(99, within(0.1));
    }
}
