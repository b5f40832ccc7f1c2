package io.feedmill.bench.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Figures.Stats;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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
        List<Contender> contenders = List.of(counting("a"), counting("b"));
        Figures figures = new Rounds(1, 2, 2).of("", Metric.REQUESTS, contenders, () -> 0, progress::add);
        assertThat(runs).containsExactly("b", "a", "a", "b", "b", "a");
        assertThat(progress).startsWith("warm-up", "round 1 of up to 2", "round 2 of up to 2");
        assertThat(figures.series())
                .extracting(Series::name, each -> each.stats(Metric.REQUESTS).orElseThrow())
                .containsExactly(tuple("a", new Stats(2.5, 2, 3)), tuple("b", new Stats(2.5, 2, 3)));
    }

    /** Each round reads before and after it for how long tasks waited: a turn here takes less than a second. */
    @Test
    void aRoundOfABusyMachineIsDropped() {
        Iterator<Double> waited =
                List.of(0.0, 0.0, 0.0, 9.0, 9.0, 9.0, 9.0, 9.0).iterator();
        List<String> progress = new ArrayList<>();
        Figures figures =
                Rounds.fixed(0, 4).of("", Metric.REQUESTS, List.of(counting("a")), waited::next, progress::add);
        assertThat(figures.series().getFirst().rounds())
                .extracting(each -> each.get(Metric.REQUESTS))
                .containsExactly(1.0, 3.0, 4.0);
        assertThat(progress).last().isEqualTo("4 rounds, 1 of them dropped, for other work of the machine");
    }

    @Test
    void roundsEndOnceTheRatioIsKnown() {
        assertThat(rounds(1, 1, 1, 1, 1, 1, 1, 1)).isEqualTo(3);
        assertThat(rounds(1, 2, 1, 2, 1, 2, 1, 2)).isEqualTo(8);
    }

    /** Returns the number of rounds in which Feedmill takes these times, and the limit one. */
    private static int rounds(double... millis) {
        Iterator<Double> ours = DoubleStream.of(millis).iterator();
        List<Contender> contenders = List.of(
                Contender.limit("limit", () -> Map.of(Metric.P50_MILLIS, 1.0)),
                Contender.ours(Contender.FEEDMILL, () -> Map.of(Metric.P50_MILLIS, ours.next())));
        return new Rounds(0, 3, millis.length)
                .of("", Metric.P50_MILLIS, contenders, () -> 0, round -> {})
                .rounds();
    }

    @Test
    void aRatioOfCpuIsThatOfTheSums() {
        assertThat(ratio(Metric.CPU_MICROS)).isEqualTo(new Stats(5, 2, 8));
    }

    @Test
    void anyOtherRatioIsThatOfTheMedians() {
        assertThat(ratio(Metric.P50_MILLIS)).isEqualTo(new Stats(2, 2, 8));
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
    void aGoalIsMetOrMissedForSureOutsideOfTheInterval() {
        assertThat(List.of(new Stats(1.1, 1.0, 1.12), new Stats(1.1, 1.0, 1.2), new Stats(1.3, 1.2, 1.4)))
                .extracting(stats -> Goal.PAGE_PLAIN.measured(stats).outcome())
                .containsExactly("met", "met, within the interval", "MISSED");
    }

    @Test
    void onlyCompilersAreLeftOut(@TempDir Path threads) throws IOException {
        thread(threads, "7", "C2 CompilerThre", 1_500);
        thread(threads, "8", "C1 CompilerThre", 20);
        thread(threads, "9", "VM Thread", 300);
        assertThat(JvmUse.compilers(threads)).isEqualTo(Duration.ofNanos(1_520));
        assertThat(JvmUse.compilers(threads.resolve("none"))).isZero();
    }

    private static void thread(Path threads, String id, String name, long nanos) throws IOException {
        Path folder = Files.createDirectory(threads.resolve(id));
        Files.writeString(folder.resolve("comm"), name + "\n");
        Files.writeString(folder.resolve("schedstat"), nanos + " 5 6\n");
    }

    @Test
    void aJvmHasUsedCpuAndMemory() {
        JvmUse before = JvmUse.of(ProcessHandle.current().pid());
        byte[] bytes = new byte[1_000_000];
        JvmUse since = JvmUse.of(ProcessHandle.current().pid()).minus(before);
        assertThat(before.cpu()).isPositive();
        assertThat(since.allocated()).isGreaterThanOrEqualTo(bytes.length);
    }
}
