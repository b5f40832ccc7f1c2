package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The samples of several contenders, side by side.
 *
 * @param title a table's title
 * @param primary the metric by which they are compared
 */
public record Figures(
        String title,
        Metric primary,
        @JsonProperty("contenders") List<Series> series) {

    public Figures {
        series = List.copyOf(series);
    }

    /** The samples of one contender, one a round. */
    public record Series(String name, Contender.Role role, List<Map<Metric, Double>> rounds) {

        /** Returns an empty optional unless every round has measured it. */
        public Optional<Stats> stats(Metric metric) {
            double[] values = values(metric);
            return values.length == 0 || values.length < rounds.size()
                    ? Optional.empty()
                    : Optional.of(Stats.of(values));
        }

        private double[] values(Metric metric) {
            return rounds.stream()
                    .flatMap(round -> Stream.ofNullable(round.get(metric)))
                    .mapToDouble(Double::doubleValue)
                    .toArray();
        }

        @JsonProperty("stats")
        Map<Metric, Stats> allStats() {
            Map<Metric, Stats> all = new EnumMap<>(Metric.class);
            Arrays.stream(Metric.values()).forEach(metric -> stats(metric).ifPresent(stats -> all.put(metric, stats)));
            return all;
        }
    }

    /** Median, minimum and maximum of the values of all rounds. */
    public record Stats(double median, double min, double max) {

        /** Takes at least one value. */
        static Stats of(double... values) {
            double[] sorted = Arrays.stream(values).sorted().toArray();
            double median = (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
            return new Stats(median, sorted[0], sorted[sorted.length - 1]);
        }
    }

    /** Returns the contender's values; throws a {@link NoSuchElementException} if it was not measured. */
    public Stats stats(String contender, Metric metric) {
        return of(contender).stats(metric).orElseThrow();
    }

    /** Divides one by the other within each round: a disturbance of a round disturbs both sides. */
    public Stats ratio(String contender, String to, Metric metric) {
        double[] above = of(contender).values(metric);
        double[] below = of(to).values(metric);
        return Stats.of(IntStream.range(0, Math.min(above.length, below.length))
                .mapToDouble(round -> above[round] / below[round])
                .toArray());
    }

    /** Judges the median ratio of Feedmill to another contender, by the primary metric. */
    public Goal.Result judge(Goal goal, Contender other) {
        return judge(goal, other, primary);
    }

    /** Judges the median ratio of Feedmill to another contender, by this metric. */
    public Goal.Result judge(Goal goal, Contender other, Metric metric) {
        return goal.measured(ratio(Contender.FEEDMILL, other.name(), metric).median());
    }

    private Series of(String contender) {
        return series.stream()
                .filter(each -> each.name().equals(contender))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(contender));
    }
}
