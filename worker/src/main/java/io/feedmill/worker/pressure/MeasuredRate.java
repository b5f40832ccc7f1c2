package io.feedmill.worker.pressure;

import java.time.Duration;

/** The recent rate of counted units. A count fades by half every third of a second. Not thread-safe. */
final class MeasuredRate {
    private static final double FADING = Duration.ofMillis(500).toNanos();
    /** Counts over a shorter time say little about a second. */
    private static final double MIN = Duration.ofMillis(20).toNanos();

    private double faded;
    private long at;
    private long start;

    void count(long now, int units) {
        if (faded == 0) {
            start = now;
        }
        faded = fadedAt(now) + units;
        at = now;
    }

    /** Returns units a second; correct also at the beginning, when few are counted. */
    double at(long now) {
        double age = Math.max(MIN, (double) (now - start));
        return fadedAt(now)
                / (1 - Math.exp(-age / FADING))
                * Duration.ofSeconds(1).toNanos()
                / FADING;
    }

    private double fadedAt(long now) {
        return faded * Math.exp((at - now) / FADING);
    }
}
