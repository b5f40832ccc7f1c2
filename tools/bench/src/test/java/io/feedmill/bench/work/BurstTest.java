package io.feedmill.bench.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BurstTest {
    private static final Timing TIMING = new Timing(Duration.ofMillis(500), Duration.ofMillis(100));

    @Test
    void everyCallIsMadeOnce() {
        Set<Integer> made = ConcurrentHashMap.newKeySet();
        Burst burst = Burst.of(100, 4, number -> assertThat(made.add(number)).isTrue());
        assertThat(made)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.range(0, 100).boxed().toList());
        assertThat(burst.nanos()).hasSize(100).isSorted();
    }

    @Test
    void aCallThatFailsEndsThem() {
        assertThatThrownBy(() -> Burst.of(100, 4, number -> {
                    throw new IllegalStateException("no");
                }))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void halfOfTheCallsTookNoMoreThanTheMedian() {
        Burst burst = new Burst(
                TIMING,
                LongStream.rangeClosed(1, 100)
                        .map(i -> (101 - i) * 1_000_000)
                        .boxed()
                        .toList());
        assertThat(burst.millis(0.5)).isEqualTo(50);
        assertThat(burst.millis(0.99)).isEqualTo(99);
    }

    @Test
    void rateAndCpuAreThoseOfOne() {
        Sample sample = TIMING.sample(Metric.DELIVERIES_PER_SECOND, 1_000);
        assertThat(sample.value(Metric.DELIVERIES_PER_SECOND).orElseThrow()).isCloseTo(2_000, within(1e-6));
        assertThat(sample.value(Metric.CPU_MICROS).orElseThrow()).isCloseTo(100, within(1e-6));
    }
}
