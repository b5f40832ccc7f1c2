package io.feedmill.bench.measure;

import java.util.Arrays;

/** Of the figures of all rounds. */
public record Stats(double median, double min, double max) {

    /** Of at least one figure. */
    public static Stats of(double... figures) {
        if (figures.length == 0) {
            throw new IllegalArgumentException("no figures");
        }
        double[] sorted = figures.clone();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Stats(median, sorted[0], sorted[sorted.length - 1]);
    }
}
