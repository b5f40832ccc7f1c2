package io.feedmill.bench.plot;

import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/** A drawing on white, which any background may show. Lengths are pixels. Not thread-safe. */
final class Svg {
    static final String INK = "#333333";
    static final String FAINT = "#dddddd";

    private static final int FONT = 13;

    /** Generous: whoever looks has other fonts. */
    private static final double CHARACTER = 0.58 * FONT;

    private final int width;
    private final int height;
    private final StringBuilder shapes = new StringBuilder();

    Svg(int width, int height) {
        this.width = width;
        this.height = height;
    }

    /** What the text takes at most, in all but unusual fonts. */
    static int width(String text) {
        return (int) Math.ceil(text.length() * CHARACTER);
    }

    void bar(double x, double y, double barWidth, double barHeight, String color) {
        add(String.format(
                Locale.ROOT,
                "<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' fill='%s'/>",
                x,
                y,
                barWidth,
                barHeight,
                color));
    }

    void line(double fromX, double fromY, double toX, double toY, String color) {
        add(String.format(
                Locale.ROOT,
                "<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='%s'/>",
                fromX,
                fromY,
                toX,
                toY,
                color));
    }

    void path(List<Spot> spots, String color) {
        StringJoiner points = new StringJoiner(" ");
        spots.forEach(spot -> points.add(String.format(Locale.ROOT, "%.1f,%.1f", spot.x(), spot.y())));
        add(String.format(
                Locale.ROOT, "<polyline points='%s' fill='none' stroke='%s' stroke-width='2'/>", points, color));
    }

    void dot(double x, double y, String color) {
        add(String.format(Locale.ROOT, "<circle cx='%.1f' cy='%.1f' r='4' fill='%s'/>", x, y, color));
    }

    /** One that says how far figures spread, with a cap at each end. */
    void whisker(double fromX, double fromY, double toX, double toY, String color) {
        boolean flat = fromY == toY;
        double dx = flat ? 0 : 4;
        double dy = flat ? 4 : 0;
        line(fromX, fromY, toX, toY, color);
        line(fromX - dx, fromY - dy, fromX + dx, fromY + dy, color);
        line(toX - dx, toY - dy, toX + dx, toY + dy, color);
    }

    void text(double x, double y, Anchor anchor, String text) {
        add(String.format(
                Locale.ROOT, "<text x='%.1f' y='%.1f' text-anchor='%s'>%s</text>", x, y, anchor.word, escaped(text)));
    }

    /** In bold, over the whole drawing. */
    void title(String text) {
        add(String.format(
                Locale.ROOT,
                "<text x='%.1f' y='22' text-anchor='middle' font-weight='bold'>%s</text>",
                width / 2.0,
                escaped(text)));
    }

    /** From below to above, its middle at this height. */
    void sideways(double x, double y, String text) {
        add(String.format(
                Locale.ROOT,
                "<text transform='translate(%.1f %.1f) rotate(-90)' text-anchor='middle'>%s</text>",
                x,
                y,
                escaped(text)));
    }

    /** The document. */
    String document() {
        return """
                <svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %1$d %2$d' width='%1$d' height='%2$d' \
                font-family='Helvetica, Arial, sans-serif' font-size='%3$d' fill='%4$s'>
                <rect width='%1$d' height='%2$d' fill='white'/>
                %5$s</svg>
                """.formatted(width, height, FONT, INK, shapes);
    }

    private void add(String shape) {
        shapes.append(shape).append('\n');
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }

    /** Which end of a text its place is. */
    enum Anchor {
        START("start"),
        MIDDLE("middle"),
        END("end");

        private final String word;

        Anchor(String word) {
            this.word = word;
        }
    }

    /** A place in the drawing. */
    record Spot(double x, double y) {}
}
