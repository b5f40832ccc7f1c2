package io.feedmill.bench.measure;

import java.util.Arrays;
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
 * @param primary the metric by which they are compared, besides CPU
 */
public record Figures(String title, Metric primary, List<Series> series) {

    public Figures {
        series = List.copyOf(series);
    }

    /** The samples of one contender, one a turn. */
    public record Series(String name, Contender.Role role, List<Map<Metric, Double>> rounds) {

        /** Returns an empty optional unless every turn has measured it. */
        public Optional<Stats> stats(Metric metric) {
            double[] values = values(metric);
            return values.length == 0 || values.length < rounds.size()
                    ? Optional.empty()
                    : Optional.of(Stats.of(value(metric), values));
        }

        /** Every turn does the same amount of work: the mean compares as the sum does. */
        private double value(Metric metric) {
            double[] values = values(metric);
            return metric.isSummed() ? Arrays.stream(values).average().orElseThrow() : Stats.quantile(0.5, values);
        }

        private double[] values(Metric metric) {
            return rounds.stream()
                    .flatMap(round -> Stream.ofNullable(round.get(metric)))
                    .mapToDouble(Double::doubleValue)
                    .toArray();
        }
    }

    /**
     * A value over all turns, and the quartiles of the turns: half of them lie within.
     *
     * @param value the sum of CPU, the median of everything else
     */
    public record Stats(double value, double low, double high) {

        static Stats of(double value, double... turns) {
            return new Stats(value, quantile(0.25, turns), quantile(0.75, turns));
        }

        /** Takes at least one value. */
        private static double quantile(double share, double... values) {
            double[] sorted = Arrays.stream(values).sorted().toArray();
            double rank = share * (sorted.length - 1);
            int below = (int) rank;
            int above = Math.min(below + 1, sorted.length - 1);
            return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
        }
    }

    /** Returns the contender's values; throws a {@link NoSuchElementException} if it was not measured. */
    public Stats stats(String contender, Metric metric) {
        return of(contender).stats(metric).orElseThrow();
    }

    /** Divides the sums of CPU, or the medians of everything else. The quartiles are those of the ratios within a round. */
    public Stats ratio(String contender, String to, Metric metric) {
        Series above = of(contender);
        Series below = of(to);
        double[] rounds = IntStream.range(0, above.rounds().size())
                .mapToDouble(round -> above.values(metric)[round] / below.values(metric)[round])
                .toArray();
        return Stats.of(above.value(metric) / below.value(metric), rounds);
    }

    /** Judges the ratio of Feedmill to another contender, by the primary metric. */
    public Goal.Result judge(Goal goal, Contender other) {
        return judge(goal, other, primary);
    }

    /** Judges the ratio of Feedmill to another contender, by this metric. */
    public Goal.Result judge(Goal goal, Contender other, Metric metric) {
        return goal.measured(ratio(Contender.FEEDMILL, other.name(), metric).value());
    }

    private Series of(String contender) {
        return series.stream()
                .filter(each -> each.name().equals(contender))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(contender));
    }
}
