package io.feedmill.worker.pressure.simulation;

import static java.util.Locale.ROOT;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A diagram of values by second, part of an SVG. */
final class Panel {
    private static final int LEFT = 60;
    private static final int WIDTH = 540;
    private static final int TOP = 30;
    private static final int GRID_LINES = 5;

    private final StringBuilder svg = new StringBuilder();
    private final int height;
    private final int seconds;
    private final double max;

    /**
     * An empty diagram with its grid.
     *
     * @param max the maximum of the y axis; greater values are cut off
     */
    Panel(String title, int height, int seconds, double max) {
        this.height = height;
        this.seconds = seconds;
        this.max = max;
        text(LEFT, TOP - 10, "start", title);
        for (int i = 0; i <= GRID_LINES; i++) {
            horizontal(max * i / GRID_LINES);
        }
        for (int second = 0; second <= seconds; second += 30) {
            text(x(second), TOP + height + 16, "middle", second + " s");
        }
    }

    /** Adds a line with one value for each second. */
    Panel line(double[] values, String color) {
        String points = IntStream.range(0, values.length)
                .mapToObj(i -> String.format(ROOT, "%.1f,%.1f", x(i), y(values[i])))
                .collect(Collectors.joining(" "));
        svg.append(String.format(
                ROOT, "<polyline points='%s' fill='none' stroke='%s' stroke-width='1.3'/>\n", points, color));
        return this;
    }

    /** Adds a word to the legend above the diagram. */
    Panel legend(int position, String word, String color) {
        double right = LEFT + WIDTH - 75.0 * position;
        svg.append(String.format(
                ROOT, "<text x='%.1f' y='%d' text-anchor='end' fill='%s'>%s</text>\n", right, TOP - 10, color, word));
        return this;
    }

    /** Returns the diagram with its upper left corner at this point. */
    String at(int x, int y) {
        return String.format(ROOT, "<g transform='translate(%d %d)'>\n%s</g>\n", x, y, svg);
    }

    private void horizontal(double value) {
        svg.append(String.format(
                ROOT,
                "<line x1='%d' x2='%d' y1='%.1f' y2='%.1f' stroke='#ddd'/>\n",
                LEFT,
                LEFT + WIDTH,
                y(value),
                y(value)));
        text(LEFT - 6, y(value) + 4, "end", String.format(ROOT, "%,.0f", value));
    }

    private void text(double x, double y, String anchor, String text) {
        svg.append(String.format(ROOT, "<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>\n", x, y, anchor, text));
    }

    private double x(double second) {
        return LEFT + WIDTH * second / seconds;
    }

    private double y(double value) {
        return TOP + height * (1 - Math.min(1, value / max));
    }
}
