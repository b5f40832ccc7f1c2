package io.feedmill.bench.measure;

import java.util.List;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * What contenders took, side by side.
 *
 * @param title a few words for a table's and a plot's head
 * @param primary what they are compared by
 */
public record Figures(String title, Metric primary, List<Series> series) {

    public Figures {
        series = List.copyOf(series);
    }

    /** Of this name; throws where there is none. */
    public Series of(String contender) {
        return series.stream()
                .filter(each -> each.contender().equals(contender))
                .findFirst()
                .orElseThrow(() -> new NoSuchElementException(contender));
    }

    /** One by the other, computed within each round, so that what disturbs a round disturbs both. */
    public Stats ratio(String contender, String to, Metric metric) {
        List<Sample> above = of(contender).rounds();
        List<Sample> below = of(to).rounds();
        return Stats.of(IntStream.range(0, Math.min(above.size(), below.size()))
                .mapToDouble(round -> value(above.get(round), metric) / value(below.get(round), metric))
                .toArray());
    }

    private static double value(Sample sample, Metric metric) {
        return sample.value(metric).orElseThrow();
    }
}
