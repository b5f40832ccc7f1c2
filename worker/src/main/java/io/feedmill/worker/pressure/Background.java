package io.feedmill.worker.pressure;

import java.time.Duration;

/**
 * Refusals that do not come from too high a rate: a hot key, somebody else's load, a fault. They are what is left when all workers have slowed
 * down far below what the store took before. What is found so is expected until the half minute ends, by the wall clock: then all workers slow down
 * together and look again, as otherwise each would take the others' load for background. Not thread-safe.
 */
final class Background {
    /** What workers refuse each other at most where they share a small table, as a share of their requests. */
    private static final double ORDINARY = 0.05;
    /** The rate that is slow enough to look, as a share of what was accepted before. */
    private static final double SLOW = 1 / 16d;

    private static final long SETTLING = Duration.ofSeconds(2).toNanos();
    private static final int ENOUGH_ANSWERS = 100;
    private static final int ENOUGH_REFUSALS = 15;

    private static final long ROUND = Duration.ofSeconds(30).toNanos();
    private static final double HALF_LIFE = Duration.ofSeconds(30).toNanos();
    private static final double REMEMBERED_ANSWERS = 40;

    private final double lowest;
    private final MeasuredRate accepted = new MeasuredRate();
    private double best;
    private long bestAt;

    private long roundEnd;
    private long slowSince;
    private int slowAnswers;
    private int slowRefusals;

    private double expected;
    private double recent;

    Background(double lowest) {
        this.lowest = lowest;
    }

    /** Takes an answer to what was sent at this rate; true where it proves a background. */
    boolean answered(long now, double rate, int units, int refused) {
        remember(now, units - refused, refused > 0);
        if (now >= roundEnd) {
            roundEnd = (now / ROUND + 1) * ROUND;
            expected = 0;
            lookFrom(now);
        }
        if (rate > Math.max(lowest, best * SLOW)) {
            lookFrom(now);
        }
        return now - slowSince > SETTLING && look(refused > 0);
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

    private void lookFrom(long now) {
        slowSince = now;
        slowAnswers = 0;
        slowRefusals = 0;
    }

    private boolean look(boolean isRefused) {
        slowAnswers++;
        slowRefusals += isRefused ? 1 : 0;
        if (slowAnswers < ENOUGH_ANSWERS && slowRefusals < ENOUGH_REFUSALS) {
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

    /** Whether what is refused lately is no more than could be expected. */
    boolean explains() {
        return expected > 0 && recent <= expected + margin();
    }

    /** What a share of so few answers varies by. */
    private double margin() {
        return ORDINARY + 2 * Math.sqrt(expected * (1 - expected) / REMEMBERED_ANSWERS);
    }

    /** What has to be sent so that as much is accepted as at the best of times. */
    double bestRate() {
        return best / (1 - expected);
    }
}
