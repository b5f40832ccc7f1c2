package io.feedmill.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MeasureTest {
    private final List<String> runs = new ArrayList<>();

    private Contender counting(String name) {
        AtomicInteger count = new AtomicInteger();
        return Contender.ours(name, () -> {
            runs.add(name);
            return Sample.of(Metric.LOST, count.incrementAndGet());
        });
    }

    @Test
    void contendersTakeTurnsAndWarmUpsDoNotCount() {
        List<String> progress = new ArrayList<>();
        List<Series> series = new Rounds(1, 2).run(List.of(counting("a"), counting("b")), progress::add);
        assertThat(runs).containsExactly("b", "a", "a", "b", "b", "a");
        assertThat(progress).startsWith("warm-up: b").endsWith("round 2: a");
        assertThat(series)
                .extracting(Series::name, each -> each.stats(Metric.LOST).orElseThrow())
                .containsExactly(tuple("a", new Series.Stats(2.5, 2, 3)), tuple("b", new Series.Stats(2.5, 2, 3)));
    }

    @Test
    void aRatioIsTakenWithinEachRound() {
        Figures figures = new Figures("", Metric.LOST, List.of(series("a", 10, 40, 90), series("b", 10, 20, 30)));
        assertThat(figures.ratio("a", "b", Metric.LOST)).isEqualTo(new Series.Stats(2, 1, 3));
    }

    private static Series series(String name, double... values) {
        return new Series(
                name,
                Contender.Role.OURS,
                Arrays.stream(values)
                        .mapToObj(value -> Sample.of(Metric.LOST, value))
                        .toList());
    }

    @Test
    void halfOfTheCallsTookNoMoreThanTheMedian() {
        Sample sample = Sample.ofLatencies(LongStream.rangeClosed(1, 100)
                .map(i -> (101 - i) * 1_000_000)
                .boxed()
                .toList());
        assertThat(sample.value(Metric.P50_MILLIS).orElseThrow()).isCloseTo(50, within(0.05));
        assertThat(sample.value(Metric.P99_MILLIS).orElseThrow()).isCloseTo(99, within(0.1));
    }
}
