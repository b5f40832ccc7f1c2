package io.feedmill.chaos.scenario;

import io.feedmill.stack.load.Figures;
import java.time.Duration;
import java.util.List;
import java.util.function.ToLongFunction;

/** What samples say of some time; zero where there is none. */
record Phase(String name, List<Sample> samples) {

    private static final double MIN = 0.5;

    /** From the first time on, until before the second. */
    static Phase of(String name, List<Sample> samples, Duration from, Duration to) {
        return new Phase(
                name,
                samples.stream()
                        .filter(sample ->
                                sample.at().compareTo(from) >= 0 && sample.at().compareTo(to) < 0)
                        .toList());
    }

    Duration length() {
        return samples.isEmpty()
                ? Duration.ZERO
                : samples.getLast().at().minus(samples.getFirst().at());
    }

    double pollsPerSecond() {
        return growth(Sample::polls) / Math.max(MIN, Figures.seconds(length()));
    }

    long posts() {
        return growth(Sample::posts);
    }

    int fewestReady() {
        return samples.stream().mapToInt(Sample::ready).min().orElse(0);
    }

    int mostReady() {
        return samples.stream().mapToInt(Sample::ready).max().orElse(0);
    }

    int mostDown() {
        return samples.stream().mapToInt(Sample::down).max().orElse(0);
    }

    private long growth(ToLongFunction<Sample> count) {
        return samples.isEmpty() ? 0 : count.applyAsLong(samples.getLast()) - count.applyAsLong(samples.getFirst());
    }
}
