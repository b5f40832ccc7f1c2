package io.feedmill.bench.plot;

import java.util.Locale;
import java.util.stream.DoubleStream;

/**
 * Figures from 0 to a round end, which has room for the largest.
 *
 * @param step from one tick to the next: 1, 2 or 5 times a power of ten
 */
record Axis(double step, int steps) {
    private static final int MAX_STEPS = 6;

    /** For figures up to this one. */
    static Axis upTo(double largest) {
        if (!(largest > 0) || Double.isInfinite(largest)) {
            return new Axis(1, 1);
        }
        double step = step(largest / MAX_STEPS);
        return new Axis(step, (int) Math.ceil(largest / step - 1e-9));
    }

    private static double step(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        return DoubleStream.of(1, 2, 5, 10)
                .map(digit -> digit * power)
                .filter(step -> step >= atLeast * (1 - 1e-9))
                .findFirst()
                .orElseThrow();
    }

    double end() {
        return step * steps;
    }

    /** Where the figure stands, from 0 to 1. */
    double part(double figure) {
        return Math.clamp(figure / end(), 0, 1);
    }

    double tick(int number) {
        return step * number;
    }

    String label(int number) {
        int decimals = Math.max(0, (int) -Math.floor(Math.log10(step) + 1e-9));
        return String.format(Locale.ROOT, "%,." + decimals + "f", tick(number));
    }
}
