package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The samples of one contender, one a round. */
@JsonPropertyOrder({"name", "role", "stats", "rounds"})
public record Series(String name, Contender.Role role, List<Sample> rounds) {

    public Series {
        rounds = List.copyOf(rounds);
    }

    /** Returns an empty optional unless every round has measured it. */
    public Optional<Stats> stats(Metric metric) {
        return rounds.isEmpty()
                        || rounds.stream().anyMatch(round -> round.value(metric).isEmpty())
                ? Optional.empty()
                : Optional.of(Stats.of(rounds.stream()
                        .mapToDouble(round -> round.value(metric).orElseThrow())
                        .toArray()));
    }

    /** Returns the statistics of all metrics that every round has measured. */
    @JsonProperty("stats")
    public Map<Metric, Stats> allStats() {
        Map<Metric, Stats> all = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            stats(metric).ifPresent(stats -> all.put(metric, stats));
        }
        return all;
    }

    /** Median, minimum and maximum of the values of all rounds. */
    public record Stats(double median, double min, double max) {

        /** Takes at least one value. */
        public static Stats of(double... values) {
            if (values.length == 0) {
                throw new IllegalArgumentException("no values");
            }
            double[] sorted = values.clone();
            Arrays.sort(sorted);
            int middle = sorted.length / 2;
            double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
            return new Stats(median, sorted[0], sorted[sorted.length - 1]);
        }
    }
}
