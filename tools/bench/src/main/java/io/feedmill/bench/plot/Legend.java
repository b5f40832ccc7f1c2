package io.feedmill.bench.plot;

import io.feedmill.bench.measure.Role;
import io.feedmill.bench.plot.Curves.Curve;
import io.feedmill.bench.plot.Svg.Anchor;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Which color is which curve, in as many lines as it takes. */
record Legend(List<Entry> entries) {
    private static final int LEFT = 60;
    private static final int RIGHT = 840;
    private static final int TOP = 46;
    private static final int LINE = 20;

    static Legend of(List<Curve> curves) {
        Map<Role, Integer> numbers = new EnumMap<>(Role.class);
        List<Entry> entries = new ArrayList<>();
        int x = LEFT;
        int y = TOP;
        for (Curve curve : curves) {
            int width = 34 + Svg.width(curve.name());
            if (x > LEFT && x + width > RIGHT) {
                x = LEFT;
                y += LINE;
            }
            int number = numbers.merge(curve.role(), 1, Integer::sum) - 1;
            entries.add(new Entry(curve, Palette.color(curve.role(), number), x, y));
            x += width;
        }
        return new Legend(entries);
    }

    /** Where there is room below. */
    int bottom() {
        return entries.isEmpty() ? TOP : entries.getLast().y() + LINE;
    }

    void draw(Svg svg) {
        for (Entry entry : entries) {
            svg.dot(entry.x() + 4, entry.y() - 4, entry.color());
            svg.text(entry.x() + 14, entry.y(), Anchor.START, entry.curve().name());
        }
    }

    /** A curve, its color, and where its name stands. */
    record Entry(Curve curve, String color, int x, int y) {}
}
