package io.feedmill.bench.plot;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.measure.Stats;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * How a figure moves with the load.
 *
 * @param load what is on the x axis, with its unit: workers, followers
 * @param metric what is on the y axis
 */
public record Curves(String title, String load, Metric metric, List<Curve> curves) {

    public Curves {
        curves = List.copyOf(curves);
    }

    /** A curve for each contender, over figures that were taken at several loads. A contender may be absent at some. */
    public static Curves of(String title, String load, Metric metric, SortedMap<Integer, Figures> figures) {
        Map<String, Role> roles = new LinkedHashMap<>();
        Map<String, List<Point>> points = new LinkedHashMap<>();
        figures.forEach((x, at) -> {
            for (Series series : at.series()) {
                series.stats(metric).ifPresent(y -> {
                    roles.putIfAbsent(series.contender(), series.role());
                    points.computeIfAbsent(series.contender(), name -> new ArrayList<>())
                            .add(new Point(x, y));
                });
            }
        });
        List<Curve> curves = new ArrayList<>();
        roles.forEach((name, role) -> curves.add(new Curve(name, role, points.getOrDefault(name, List.of()))));
        return new Curves(title, load, metric, curves);
    }

    /**
     * One curve, over contenders that are one at several loads.
     *
     * @param contenders the load of each
     */
    public static Curves of(Figures figures, String load, String name, SortedMap<Integer, String> contenders) {
        List<Point> points = new ArrayList<>();
        contenders.forEach((x, contender) ->
                figures.of(contender).stats(figures.primary()).ifPresent(y -> points.add(new Point(x, y))));
        return new Curves(figures.title(), load, figures.primary(), List.of(new Curve(name, Role.OURS, points)));
    }

    /** Of one contender, by ascending load. */
    public record Curve(String name, Role role, List<Point> points) {

        public Curve {
            points = List.copyOf(points);
        }
    }

    /** What was taken at a load, which is at least 1. */
    public record Point(int load, Stats stats) {}
}
