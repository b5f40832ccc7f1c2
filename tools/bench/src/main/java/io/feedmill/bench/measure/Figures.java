package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

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

    /** Returns the series of the contender. Throws a {@link NoSuchElementException} for an unknown name. */
    public Series of(String contender) {
        return series.stream()
                .filter(each -> each.name().equals(contender))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(contender));
    }

    /** Divides one by the other within each round: a disturbance of a round disturbs both sides. */
    public Series.Stats ratio(String contender, String to, Metric metric) {
        List<Sample> above = of(contender).rounds();
        List<Sample> below = of(to).rounds();
        return Series.Stats.of(IntStream.range(0, Math.min(above.size(), below.size()))
                .mapToDouble(round -> value(above.get(round), metric) / value(below.get(round), metric))
                .toArray());
    }

    /** Judges the median ratio of Feedmill to another contender, by the primary metric. */
    public Goal.Result judge(Goal goal, String other) {
        return goal.measured(ratio(Contender.FEEDMILL, other, primary).median());
    }

    private static double value(Sample sample, Metric metric) {
        return sample.value(metric).orElseThrow();
    }
}
