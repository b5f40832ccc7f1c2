package io.feedmill.bench.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
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
        assertThat(timing.latencies()).hasSize(100);
        assertThat(timing.ofLatencies().values()).containsOnlyKeys(Metric.P50_MILLIS, Metric.P99_MILLIS);
    }

    @Test
    void aCallThatFailsEndsThem() {
        assertThatThrownBy(() -> Timing.ofCalls(100, 4, number -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void rateAndCpuAreThoseOfOneDelivery() {
        Timing timing = new Timing(Duration.ofMillis(500), Duration.ofMillis(100), List.of());
        Sample sample = timing.ofDeliveries(1_000);
        assertThat(sample.value(Metric.DELIVERIES_PER_SECOND).orElseThrow()).isCloseTo(2_000, within(1e-6));
        assertThat(sample.value(Metric.CPU_MICROS).orElseThrow()).isCloseTo(100, within(1e-6));
    }
}
