package io.feedmill.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Figures.Stats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MeasureTest {
    private final List<String> runs = new ArrayList<>();

    private Contender counting(String name) {
        AtomicInteger count = new AtomicInteger();
        return Contender.ours(name, () -> {
            runs.add(name);
            return Map.of(Metric.REQUESTS, (double) count.incrementAndGet());
        });
    }

    @Test
    void contendersTakeTurnsAndWarmUpsDoNotCount() {
        List<String> progress = new ArrayList<>();
        List<Series> series = Contender.takeTurns(List.of(counting("a"), counting("b")), 1, 2, progress::add);
        assertThat(runs).containsExactly("b", "a", "a", "b", "b", "a");
        assertThat(progress).startsWith("warm-up: b").endsWith("round 2: a");
        assertThat(series)
                .extracting(Series::name, each -> each.stats(Metric.REQUESTS).orElseThrow())
                .containsExactly(tuple("a", new Stats(2.5, 2, 3)), tuple("b", new Stats(2.5, 2, 3)));
    }

    @Test
    void aRatioIsTakenWithinEachRound() {
        Figures figures = new Figures("", Metric.REQUESTS, List.of(series("a", 10, 40, 90), series("b", 10, 20, 30)));
        assertThat(figures.ratio("a", "b", Metric.REQUESTS)).isEqualTo(new Stats(2, 1, 3));
    }

    private static Series series(String name, double... values) {
        return new Series(
                name,
                Contender.Role.OURS,
                Arrays.stream(values)
                        .mapToObj(value -> Map.of(Metric.REQUESTS, value))
                        .toList());
    }
}
