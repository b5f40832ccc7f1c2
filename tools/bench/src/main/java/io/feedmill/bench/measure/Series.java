package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The samples of one contender, one a round. */
public record Series(String name, Contender.Role role, List<Sample> rounds) {

    public Series {
        rounds = List.copyOf(rounds);
    }

    /** Returns an empty optional unless every round has measured it. */
    public Optional<Stats> stats(Metric metric) {
        double[] values = rounds.stream()
                .flatMapToDouble(round -> round.value(metric).stream())
                .toArray();
        return values.length == 0 || values.length < rounds.size() ? Optional.empty() : Optional.of(Stats.of(values));
    }

    @JsonProperty("stats")
    Map<Metric, Stats> allStats() {
        return Arrays.stream(Metric.values())
                .filter(metric -> stats(metric).isPresent())
                .collect(Collectors.toMap(
                        metric -> metric, metric -> stats(metric).orElseThrow()));
    }

    /** Median, minimum and maximum of the values of all rounds. */
    public record Stats(double median, double min, double max) {

        /** Takes at least one value. */
        public static Stats of(double... values) {
            double[] sorted = Arrays.stream(values).sorted().toArray();
            double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
            return new Stats(median, sorted[0], sorted[sorted.length - 1]);
        }
    }
}
