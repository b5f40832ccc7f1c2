package io.feedmill.bench;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Series;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/** Figures and goals as grids. */
final class Tables {
    private static final String NONE = "–";

    private final Figures figures;

    private Tables(Figures figures) {
        this.figures = figures;
    }

    /** Returns a row a contender: the primary metric, the ratios by it to the limit and to Feedmill, and all other metrics. */
    static Grid of(Figures figures) {
        List<Column> columns = new Tables(figures).columns();
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("", columns.stream().map(Column::heading)));
        figures.series().stream()
                .sorted(Comparator.comparing(Series::role))
                .forEach(series -> rows.add(row(series.name(), columns.stream().map(column -> column.cell(series)))));
        return new Grid(rows);
    }

    /** Returns a row a goal. */
    static Grid of(List<Goal.Result> goals) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "goal", "measured"));
        goals.forEach(result -> rows.add(
                List.of("%-14s  %s".formatted(result.id(), result.goal().text()), result.bound(), measured(result))));
        return new Grid(rows);
    }

    /** Shows one digit more than the bound has, so that a value just outside of it differs from it. */
    private static String measured(Goal.Result result) {
        Double measured = result.measured();
        if (measured == null) {
            return "not measured";
        }
        String value = String.format(Locale.ROOT, measured == Math.rint(measured) ? "%,.0f" : "%,.3f", measured);
        return value + (result.met() ? ", met" : ", MISSED");
    }

    private static List<String> row(String first, Stream<String> others) {
        return Stream.concat(Stream.of(first), others).toList();
    }

    private List<Column> columns() {
        Stream<Column> ratios = Stream.of(
                        first(Role.LIMIT).map(limit -> new Column("of the limit", series -> over(series, limit))),
                        first(Role.OURS)
                                .filter(ours -> hasOthers())
                                .map(ours -> new Column("Feedmill over it", series -> over(ours, series))))
                .flatMap(Optional::stream);
        Stream<Column> others = Arrays.stream(Metric.values())
                .filter(metric -> metric != figures.primary())
                .filter(metric -> figures.series().stream()
                        .anyMatch(series -> series.stats(metric).isPresent()))
                .map(Tables::column);
        return Stream.concat(Stream.concat(Stream.of(column(figures.primary())), ratios), others)
                .toList();
    }

    private Optional<Series> first(Role role) {
        return figures.series().stream().filter(series -> series.role() == role).findFirst();
    }

    private boolean hasOthers() {
        return figures.series().stream().anyMatch(series -> series.role() != Role.OURS);
    }

    private static Column column(Metric metric) {
        return new Column(
                metric.title(),
                series -> series.stats(metric)
                        .map(stats -> text(stats, metric::format))
                        .orElse(NONE));
    }

    /** Leaves out the ratio of a contender to itself, of a missing value, and to zero. */
    private String over(Series above, Series below) {
        Metric primary = figures.primary();
        if (above.name().equals(below.name())
                || above.stats(primary).isEmpty()
                || below.stats(primary).isEmpty()) {
            return NONE;
        }
        Series.Stats ratio = figures.ratio(above.name(), below.name(), primary);
        return Double.isFinite(ratio.median()) ? text(ratio, Tables::ratio) : NONE;
    }

    /** Shows the median alone if all rounds have the same value. */
    private static String text(Series.Stats stats, DoubleFunction<String> format) {
        String min = format.apply(stats.min());
        String max = format.apply(stats.max());
        String median = format.apply(stats.median());
        return min.equals(max) ? median : "%s (%s–%s)".formatted(median, min, max);
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio < 100 ? "%.2f" : "%,.0f", ratio);
    }

    private record Column(String heading, Function<Series, String> value) {
        String cell(Series series) {
            return value.apply(series);
        }
    }
}
