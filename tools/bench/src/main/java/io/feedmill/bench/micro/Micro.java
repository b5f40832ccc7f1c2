package io.feedmill.bench.micro;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.BenchmarkResult;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Runs the benchmarks of single calls, each in JVMs of its own, on the class path of this one. A JVM is a round.
 *
 * @param forks JVMs for each benchmark, one after the other
 * @param iterations that count, and as many before them to warm up
 * @param iteration how long one takes at least; longer where there is more to warm up
 */
public record Micro(int forks, int iterations, Duration iteration) {
    private static final String ALLOCATED = "gc.alloc.rate.norm";

    /** JMH looks into memory by Unsafe, and a JVM would warn of it; what this JVM was started with is not passed on. */
    private static final String JVM = "--sun-misc-unsafe-memory-access=allow";

    private enum Group {
        KEYS("keys", KeyBenchmarks.class, 1),
        MESSAGES("messages", MessageBenchmarks.class, 2),
        ITEMS("feed items", ItemBenchmarks.class, 8);

        private final String title;
        private final Class<?> benchmarks;

        /** How much more time it takes until all of the code is compiled. */
        private final int weight;

        Group(String title, Class<?> benchmarks, int weight) {
            this.title = title;
            this.benchmarks = benchmarks;
            this.weight = weight;
        }
    }

    /** About five minutes. */
    public static Micro full() {
        return new Micro(3, 4, Duration.ofMillis(250));
    }

    /** Half a minute, to see that everything works. */
    public static Micro quick() {
        return new Micro(1, 1, Duration.ofMillis(50));
    }

    /** Figures for each group; the consumer is told which is under way. */
    public List<Figures> run(Consumer<String> progress) {
        return List.of(Group.values()).stream()
                .map(group -> {
                    progress.accept("calls: " + group.title);
                    return figures(group.title, run(group));
                })
                .toList();
    }

    private Collection<RunResult> run(Group group) {
        TimeValue time = TimeValue.milliseconds(iteration.toMillis() * group.weight);
        OptionsBuilder options = new OptionsBuilder();
        options.include("^" + group.benchmarks.getName().replace(".", "\\.") + "\\.")
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .forks(forks)
                .jvmArgs(JVM)
                .warmupIterations(iterations)
                .warmupTime(time)
                .measurementIterations(iterations)
                .measurementTime(time)
                .addProfiler(GCProfiler.class)
                .shouldFailOnError(true)
                .verbosity(VerboseMode.SILENT);
        try {
            return new Runner(options.build()).run();
        } catch (RunnerException e) {
            throw new IllegalStateException("The benchmarks of single calls failed.", e);
        }
    }

    static Figures figures(String title, Collection<RunResult> results) {
        return new Figures(
                "Calls: " + title,
                Metric.NANOS_PER_CALL,
                results.stream().map(Micro::series).toList());
    }

    private static Series series(RunResult result) {
        List<Sample> forks =
                result.getBenchmarkResults().stream().map(Micro::sample).toList();
        return new Series(words(result.getPrimaryResult().getLabel()), Role.OURS, forks);
    }

    private static Sample sample(BenchmarkResult fork) {
        Result<?> allocated = Objects.requireNonNull(fork.getSecondaryResults().get(ALLOCATED), ALLOCATED);
        return Sample.of(Metric.NANOS_PER_CALL, fork.getPrimaryResult().getScore())
                .with(Metric.ALLOCATED_BYTES, allocated.getScore());
    }

    /** A method's name as words: {@code encodeFeedKey} is {@code encode feed key}. */
    static String words(String method) {
        return method.replaceAll("(?<=[a-zA-Z])(?=[A-Z0-9])", " ").toLowerCase(Locale.ROOT);
    }
}
