package io.feedmill.bench.plot;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.measure.Stats;
import io.feedmill.bench.plot.Svg.Anchor;
import java.util.Comparator;
import java.util.List;

/** What each contender took of one metric: a bar to the median, a line from the least to the most. */
public final class BarPlot {
    private static final int WIDTH = 860;
    private static final int TOP = 40;
    private static final int ROW = 34;
    private static final int BAR = 20;
    private static final int BOTTOM = 50;
    private static final int GAP = 10;

    private final Metric metric;
    private final List<Series> series;
    private final Axis axis;
    private final Svg svg;
    private final double left;
    private final double right;
    private final double bottom;

    private BarPlot(Figures figures) {
        this.metric = figures.primary();
        this.series = figures.series().stream()
                .filter(each -> each.stats(metric).isPresent())
                .sorted(Comparator.comparing(Series::role))
                .toList();
        this.axis = Axis.upTo(
                series.stream().mapToDouble(each -> stats(each).max()).max().orElse(0));
        this.bottom = TOP + (double) ROW * series.size();
        this.svg = new Svg(WIDTH, (int) bottom + BOTTOM);
        this.left = 2.0 * GAP
                + series.stream()
                        .mapToInt(each -> Svg.width(each.contender()))
                        .max()
                        .orElse(0);
        this.right = WIDTH - 2.0 * GAP - Svg.width(metric.format(axis.end()));
    }

    /** The figures' primary metric as an SVG document. Contenders that did not measure it are left out. */
    public static String of(Figures figures) {
        BarPlot plot = new BarPlot(figures);
        plot.svg.title(figures.title());
        plot.drawAxis();
        for (int row = 0; row < plot.series.size(); row++) {
            plot.drawBar(plot.series.get(row), TOP + ROW * (row + 0.5));
        }
        return plot.svg.document();
    }

    private void drawAxis() {
        for (int tick = 0; tick <= axis.steps(); tick++) {
            double x = x(axis.tick(tick));
            svg.line(x, TOP, x, bottom, Svg.FAINT);
            svg.text(x, bottom + 18, Anchor.MIDDLE, axis.label(tick));
        }
        svg.text((left + right) / 2, bottom + 40, Anchor.MIDDLE, metric.title());
    }

    private void drawBar(Series bar, double y) {
        Stats stats = stats(bar);
        svg.text(left - GAP, y + 4, Anchor.END, bar.contender());
        svg.bar(left, y - BAR / 2.0, x(stats.median()) - left, BAR, Palette.color(bar.role(), 0));
        if (stats.min() < stats.max()) {
            svg.whisker(x(stats.min()), y, x(stats.max()), y, Svg.INK);
        }
        svg.text(x(stats.max()) + GAP, y + 4, Anchor.START, metric.format(stats.median()));
    }

    private double x(double figure) {
        return left + axis.part(figure) * (right - left);
    }

    private Stats stats(Series bar) {
        return bar.stats(metric).orElseThrow();
    }
}
