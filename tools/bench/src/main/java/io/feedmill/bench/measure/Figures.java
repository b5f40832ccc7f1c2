package io.feedmill.bench.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The samples of several contenders, side by side, which are compared by the primary metric, besides CPU. */
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
                    : Optional.of(Stats.of(values.length, drawn -> metric.of(pick(values, drawn))));
        }

        private double[] values(Metric metric) {
            return rounds.stream()
                    .flatMap(round -> Stream.ofNullable(round.get(metric)))
                    .mapToDouble(Double::doubleValue)
                    .toArray();
        }
    }

    /** A value over all turns, and the interval that 95 % of the values over turns drawn from these, with replacement, are in. */
    public record Stats(double value, double low, double high) {
        private static final int DRAWS = 1_000;
        private static final long SEED = 47;

        /** Computes a value over all turns, and over turns drawn by their numbers. */
        static Stats of(int turns, ToDoubleFunction<int[]> value) {
            Random random = new Random(SEED);
            double[] drawn = Stream.generate(() -> random.ints(turns, 0, turns).toArray())
                    .limit(DRAWS)
                    .mapToDouble(value)
                    .toArray();
            double whole = value.applyAsDouble(IntStream.range(0, turns).toArray());
            return new Stats(whole, quantile(0.025, drawn), quantile(0.975, drawn));
        }

        /** Takes at least one value. */
        static double quantile(double share, double... values) {
            double[] sorted = Arrays.stream(values).sorted().toArray();
            double rank = share * (sorted.length - 1);
            int below = (int) rank;
            int above = Math.min(below + 1, sorted.length - 1);
            return sorted[below] + (rank - below) * (sorted[above] - sorted[below]);
        }
    }

    private static double[] pick(double[] values, int... turns) {
        return Arrays.stream(turns).mapToDouble(turn -> values[turn]).toArray();
    }

    /** Returns the number of rounds that count. */
    int rounds() {
        return series.stream().mapToInt(each -> each.rounds().size()).max().orElse(0);
    }

    /** Returns the contender's values; throws a {@link NoSuchElementException} if it was not measured. */
    public Stats stats(String contender, Metric metric) {
        return of(contender).stats(metric).orElseThrow();
    }

    /** Divides the sums of CPU and of allocated bytes, or the medians of everything else. */
    public Stats ratio(String contender, String to, Metric metric) {
        double[] above = of(contender).values(metric);
        double[] below = of(to).values(metric);
        return Stats.of(above.length, drawn -> metric.of(pick(above, drawn)) / metric.of(pick(below, drawn)));
    }

    /** Judges the ratio of Feedmill to another contender, by the primary metric. */
    public Goal.Result judge(Goal goal, String other) {
        return judge(goal, other, primary);
    }

    /** Judges the ratio of Feedmill to another contender, by this metric. */
    public Goal.Result judge(Goal goal, String other, Metric metric) {
        return goal.measured(ratio(Contender.FEEDMILL, other, metric));
    }

    private Series of(String contender) {
        return series.stream()
                .filter(each -> each.name().equals(contender))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(contender));
    }
}
