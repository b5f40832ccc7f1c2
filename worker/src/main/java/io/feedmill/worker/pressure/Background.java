package io.feedmill.worker.pressure;

import java.time.Duration;

/**
 * Detects refusals that a lower rate does not avoid: a hot key, the load of another program, a fault. They remain when all workers have slowed down
 * far below the rate that the store accepted before. A detected share is expected until the half minute of the wall clock ends. Then all workers slow
 * down together and measure again: otherwise each would take the others' load for background. Not thread-safe.
 */
final class Background {
    /** The maximum share of refused requests that workers cause each other on a small table. */
    private static final double ORDINARY = 0.05;
    /** The rate at which to measure, as a share of the rate accepted before. */
    private static final double MEASURING_RATE = 1 / 16d;

    private static final long SETTLING = Duration.ofSeconds(2).toNanos();
    private static final int MIN_ANSWERS = 100;
    private static final int MIN_REFUSALS = 15;

    private static final long ROUND = Duration.ofSeconds(30).toNanos();
    private static final double HALF_LIFE = Duration.ofSeconds(30).toNanos();
    private static final double REMEMBERED_ANSWERS = 40;

    private final double minRate;
    private final MeasuredRate accepted = new MeasuredRate();
    private double best;
    private long bestAt;

    private long roundEnd;
    private long slowSince;
    private int slowAnswers;
    private int slowRefusals;

    private double expected;
    private double recent;

    Background(double minRate) {
        this.minRate = minRate;
    }

    /** Counts an answer to a request at this rate. Returns whether it proves a background. */
    boolean answered(long now, double rate, int units, int refused) {
        remember(now, units - refused, refused > 0);
        if (now >= roundEnd) {
            roundEnd = (now / ROUND + 1) * ROUND;
            expected = 0;
            measureFrom(now);
        }
        if (rate > Math.max(minRate, best * MEASURING_RATE)) {
            measureFrom(now);
        }
        return now - slowSince > SETTLING && measure(refused > 0);
    }

    private void remember(long now, int written, boolean isRefused) {
        accepted.count(now, written);
        best = Math.max(accepted.at(now), best * Math.pow(0.5, (now - bestAt) / HALF_LIFE));
        bestAt = now;
        recent += ((isRefused ? 1 : 0) - recent) / REMEMBERED_ANSWERS;
        if (recent < expected - margin()) {
            expected = 0;
        }
    }

    private void measureFrom(long now) {
        slowSince = now;
        slowAnswers = 0;
        slowRefusals = 0;
    }

    private boolean measure(boolean isRefused) {
        slowAnswers++;
        slowRefusals += isRefused ? 1 : 0;
        if (slowAnswers < MIN_ANSWERS && slowRefusals < MIN_REFUSALS) {
            return false;
        }
        double share = slowRefusals / (slowAnswers + 1.0);
        slowAnswers = 0;
        slowRefusals = 0;
        if (share <= ORDINARY) {
            return false;
        }
        expected = share;
        recent = share;
        return true;
    }

    /** Whether recent refusals are within the expected share. */
    boolean explains() {
        return expected > 0 && recent <= expected + margin();
    }

    /** Returns the deviation of a share of few answers. */
    private double margin() {
        return ORDINARY + 2 * Math.sqrt(expected * (1 - expected) / REMEMBERED_ANSWERS);
    }

    /** Returns the rate at which as much is accepted as at best before. */
    double bestRate() {
        return best / (1 - expected);
    }

    /** The recent rate of counted units. A count fades by half every third of a second. Not thread-safe. */
    static final class MeasuredRate {
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
}
