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

    /** Returns a row a contender: the primary metric, the ratios by it to the limit and to Feedmill, and all other metrics. */
    static Table of(Figures figures) {
        List<Column> columns = columns(figures);
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

    private static List<Column> columns(Figures figures) {
        Optional<Column> overLimit = first(figures, Role.LIMIT)
                .map(limit -> new Column("of the limit", series -> ratio(figures, series, limit)));
        Optional<Column> overOthers = first(figures, Role.OURS)
                .filter(ours -> figures.series().stream().anyMatch(series -> series.role() != Role.OURS))
                .map(ours -> new Column("Feedmill over it", series -> ratio(figures, ours, series)));
        Stream<Column> others = Arrays.stream(Metric.values())
                .filter(metric -> metric != figures.primary())
                .filter(metric -> figures.series().stream()
                        .anyMatch(series -> series.stats(metric).isPresent()))
                .map(Tables::column);
        return Stream.of(Stream.of(column(figures.primary())), overLimit.stream(), overOthers.stream(), others)
                .flatMap(column -> column)
                .toList();
    }

    private static Optional<Series> first(Figures figures, Role role) {
        return figures.series().stream().filter(series -> series.role() == role).findFirst();
    }

    private static Column column(Metric metric) {
        return new Column(
                metric.title(),
                series -> series.stats(metric)
                        .map(stats -> text(stats, metric::format))
                        .orElse(NONE));
    }

    /** Leaves out the ratio of a contender to itself, and to zero. */
    private static String ratio(Figures figures, Series above, Series below) {
        if (above.equals(below)) {
            return NONE;
        }
        Stats ratio = figures.ratio(above.name(), below.name(), figures.primary());
        return Double.isFinite(ratio.median())
                ? text(ratio, value -> (value < 100 ? "%.2f" : "%,.0f").formatted(value))
                : NONE;
    }

    /** Shows the median alone if all rounds have the same value. */
    private static String text(Stats stats, DoubleFunction<String> format) {
        String min = format.apply(stats.min());
        String max = format.apply(stats.max());
        String median = format.apply(stats.median());
        return min.equals(max) ? median : "%s (%s–%s)".formatted(median, min, max);
    }

    /** Returns a row a goal. */
    static Table of(List<Goal.Result> goals) {
        Table table = new Table("", "goal", "measured");
        goals.forEach(result ->
                table.row("%-14s  %s".formatted(result.id(), result.of().text()), result.goal(), measured(result)));
        return table;
    }

    /** Shows one digit more than the bound has, so that a value just outside of it differs from it. */
    private static String measured(Goal.Result result) {
        Double measured = result.measured();
        if (measured == null) {
            return "not measured";
        }
        String value = (measured == Math.rint(measured) ? "%,.0f" : "%,.3f").formatted(measured);
        return value + (result.met() ? ", met" : ", MISSED");
    }
}
