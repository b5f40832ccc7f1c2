package io.feedmill.bench.plot;

import io.feedmill.bench.measure.Stats;
import io.feedmill.bench.plot.Curves.Curve;
import io.feedmill.bench.plot.Curves.Point;
import io.feedmill.bench.plot.Svg.Anchor;
import io.feedmill.bench.plot.Svg.Spot;
import java.util.Locale;
import java.util.TreeSet;

/** Curves over a load on a logarithmic axis: medians, and a line from the least to the most at each. */
public final class LinePlot {
    private static final int WIDTH = 860;
    private static final int HEIGHT = 270;
    private static final int RIGHT = 820;
    private static final int MARGIN = 30;

    private final Curves curves;
    private final TreeSet<Integer> loads = new TreeSet<>();
    private final Axis axis;
    private final Legend legend;
    private final double left;
    private final double top;
    private final double bottom;
    private final Svg svg;

    private LinePlot(Curves curves) {
        this.curves = curves;
        curves.curves().forEach(curve -> curve.points().forEach(point -> loads.add(point.load())));
        this.axis = Axis.upTo(curves.curves().stream()
                .flatMap(curve -> curve.points().stream())
                .mapToDouble(point -> point.stats().max())
                .max()
                .orElse(0));
        this.legend = Legend.of(curves.curves());
        this.left = 50.0 + Svg.width(axis.label(axis.steps()));
        this.top = legend.bottom();
        this.bottom = top + HEIGHT;
        this.svg = new Svg(WIDTH, (int) bottom + 50);
    }

    /** As an SVG document. */
    public static String of(Curves curves) {
        LinePlot plot = new LinePlot(curves);
        plot.svg.title(curves.title());
        plot.legend.draw(plot.svg);
        plot.drawAxes();
        plot.legend.entries().forEach(entry -> plot.draw(entry.curve(), entry.color()));
        return plot.svg.document();
    }

    private void drawAxes() {
        for (int tick = 0; tick <= axis.steps(); tick++) {
            double y = y(axis.tick(tick));
            svg.line(left, y, RIGHT, y, Svg.FAINT);
            svg.text(left - 8, y + 4, Anchor.END, axis.label(tick));
        }
        for (int load : loads) {
            svg.line(x(load), bottom, x(load), bottom + 5, Svg.INK);
            svg.text(x(load), bottom + 20, Anchor.MIDDLE, String.format(Locale.ROOT, "%,d", load));
        }
        svg.text((left + RIGHT) / 2, bottom + 42, Anchor.MIDDLE, curves.load());
        svg.sideways(20, (top + bottom) / 2, curves.metric().title());
    }

    private void draw(Curve curve, String color) {
        svg.path(curve.points().stream().map(this::spot).toList(), color);
        for (Point point : curve.points()) {
            Stats stats = point.stats();
            if (stats.min() < stats.max()) {
                svg.whisker(x(point.load()), y(stats.max()), x(point.load()), y(stats.min()), color);
            }
            svg.dot(x(point.load()), y(stats.median()), color);
        }
    }

    private Spot spot(Point point) {
        return new Spot(x(point.load()), y(point.stats().median()));
    }

    private double x(int load) {
        double first = Math.log(loads.first());
        double last = Math.log(loads.last());
        double part = first == last ? 0.5 : (Math.log(load) - first) / (last - first);
        return left + MARGIN + part * (RIGHT - left - 2 * MARGIN);
    }

    private double y(double figure) {
        return bottom - axis.part(figure) * (bottom - top);
    }
}
