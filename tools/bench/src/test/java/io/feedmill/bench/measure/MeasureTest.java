package io.feedmill.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Figures.Stats;
import java.time.Duration;
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
        assertThat(progress).containsExactly("warm-up", "round 1 of 2", "round 2 of 2");
        assertThat(series)
                .extracting(Series::name, each -> each.stats(Metric.REQUESTS).orElseThrow())
                .containsExactly(tuple("a", new Stats(2.5, 2.25, 2.75)), tuple("b", new Stats(2.5, 2.25, 2.75)));
    }

    @Test
    void aRatioOfCpuIsThatOfTheSums() {
        assertThat(ratio(Metric.CPU_MICROS)).isEqualTo(new Stats(5, 2, 5));
    }

    @Test
    void anyOtherRatioIsThatOfTheMedians() {
        assertThat(ratio(Metric.P50_MILLIS)).isEqualTo(new Stats(2, 2, 5));
    }

    private static Stats ratio(Metric metric) {
        return new Figures("", metric, List.of(series("a", metric, 20, 40, 240), series("b", metric, 10, 20, 30)))
                .ratio("a", "b", metric);
    }

    private static Series series(String name, Metric metric, double... values) {
        return new Series(
                name,
                Contender.Role.OURS,
                Arrays.stream(values).mapToObj(value -> Map.of(metric, value)).toList());
    }

    @Test
    void onlyCompilersAreLeftOut() {
        String fields = " S 1 2 3 4 5 6 7 8 9 10 120 30 0 0";
        assertThat(Cpu.compiler("7 (C2 CompilerThre)" + fields)).isEqualTo(Duration.ofMillis(1_500));
        assertThat(Cpu.compiler("7 (C1 CompilerThre)" + fields)).isPositive();
        assertThat(Cpu.compiler("7 (VM Thread)" + fields)).isZero();
    }

    @Test
    void aProcessHasCpu() {
        assertThat(Cpu.of(ProcessHandle.current().pid())).isPositive();
        assertThat(Cpu.of(Long.MAX_VALUE)).isZero();
    }
}
