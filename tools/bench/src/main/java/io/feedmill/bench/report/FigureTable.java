package io.feedmill.bench.report;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.measure.Stats;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Figures as a grid: the limit first, then Feedmill, then the peers; the primary metric, each contender over the limit and Feedmill over each
 * contender by it, and then what else was measured.
 */
final class FigureTable {
    private static final String NONE = "–";

    private final Figures figures;

    private FigureTable(Figures figures) {
        this.figures = figures;
    }

    static Grid of(Figures figures) {
        FigureTable table = new FigureTable(figures);
        List<Column> columns = table.columns();
        List<List<String>> rows = new ArrayList<>();
        rows.add(row("", columns.stream().map(Column::heading)));
        figures.series().stream()
                .sorted(Comparator.comparing(Series::role))
                .forEach(series ->
                        rows.add(row(series.contender(), columns.stream().map(column -> column.cell(series)))));
        return new Grid(rows);
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
                .map(FigureTable::column);
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

    /** Nothing is said of a contender over itself, where one of the two lacks the figure, nor of what is over nothing. */
    private String over(Series above, Series below) {
        Metric primary = figures.primary();
        if (above.contender().equals(below.contender())
                || above.stats(primary).isEmpty()
                || below.stats(primary).isEmpty()) {
            return NONE;
        }
        Stats ratio = figures.ratio(above.contender(), below.contender(), primary);
        return Double.isFinite(ratio.median()) ? text(ratio, FigureTable::ratio) : NONE;
    }

    /** The median alone where all rounds had the same. */
    private static String text(Stats stats, DoubleFunction<String> format) {
        String min = format.apply(stats.min());
        String max = format.apply(stats.max());
        String median = format.apply(stats.median());
        return min.equals(max) ? median : "%s (%s–%s)".formatted(median, min, max);
    }

    private static String ratio(double ratio) {
        return String.format(Locale.ROOT, ratio < 100 ? "%.2f" : "%,.0f", ratio);
    }

    /** What it says of a contender. */
    private record Column(String heading, Function<Series, String> of) {
        String cell(Series series) {
            return of.apply(series);
        }
    }
}
