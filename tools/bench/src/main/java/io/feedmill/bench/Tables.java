package io.feedmill.bench;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Figures.Stats;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.stack.console.Table;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Figures and goals as tables. */
final class Tables {
    private static final String NONE = "–";

    private Tables() {}

    private record Column(String heading, Function<Series, String> cell) {}

    /** Returns a row a contender: each metric, and Feedmill's ratio to the contender. */
    static Table of(Figures figures) {
        Optional<Series> ours = figures.series().stream()
                .filter(series -> series.role() == Role.OURS)
                .findFirst()
                .filter(feedmill -> figures.series().stream().anyMatch(series -> series.role() != Role.OURS));
        List<Column> columns = Arrays.stream(Metric.values())
                .filter(metric -> figures.series().stream()
                        .anyMatch(series -> series.stats(metric).isPresent()))
                .flatMap(metric -> Stream.concat(
                        Stream.of(new Column(metric.title(), series -> value(series, metric))),
                        ours.stream()
                                .map(feedmill ->
                                        new Column("Feedmill/it", series -> ratio(figures, feedmill, series, metric)))))
                .toList();
        Table table = new Table(row("", columns.stream().map(Column::heading)));
        figures.series().stream()
                .sorted(Comparator.comparing(Series::role))
                .forEach(series -> table.row(row(
                        series.name(),
                        columns.stream().map(column -> column.cell().apply(series)))));
        return table;
    }

    private static Object[] row(String first, Stream<String> others) {
        return Stream.concat(Stream.of(first), others).toArray();
    }

    private static String value(Series series, Metric metric) {
        return series.stats(metric).map(stats -> text(stats, metric::format)).orElse(NONE);
    }

    /** Leaves out the ratio of a contender to itself, and to what was not measured. */
    private static String ratio(Figures figures, Series above, Series below, Metric metric) {
        return above.equals(below)
                        || above.stats(metric).isEmpty()
                        || below.stats(metric).isEmpty()
                ? NONE
                : text(figures.ratio(above.name(), below.name(), metric), "%.3f"::formatted);
    }

    /** Shows the value alone if all turns have the same. */
    private static String text(Stats stats, DoubleFunction<String> format) {
        String low = format.apply(stats.low());
        String high = format.apply(stats.high());
        String value = format.apply(stats.value());
        return low.equals(high) ? value : "%s (%s–%s)".formatted(value, low, high);
    }

    /** Returns a row a goal. */
    static Table of(List<Goal.Result> results) {
        Table table = new Table("", "goal", "measured");
        results.forEach(result -> table.row(
                "%-14s  %s".formatted(result.goal().id(), result.goal().text()),
                result.goal().bound(),
                "%s, %s".formatted(text(result.measured(), Tables::number), result.outcome())));
        return table;
    }

    /** Shows one digit more than the bound has, so that a value just outside of it differs from it. */
    private static String number(double measured) {
        return (measured == Math.rint(measured) ? "%,.0f" : "%,.3f").formatted(measured);
    }
}
