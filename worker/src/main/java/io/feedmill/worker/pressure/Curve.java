package io.feedmill.worker.pressure;

import java.time.Duration;

/**
 * The cubic growth after a cut: fast at first, slow around the rate of the cut, then faster beyond it, as in CUBIC for TCP and the SDK's adaptive mode.
 * Grows by shares of the top instead of units, so that it takes the same time at every rate.
 *
 * @param top the rate at which the store refused
 * @param bottom the rate after the cut
 * @param cutAt the time of the cut in nanoseconds
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9438">RFC 9438</a>
 */
record Curve(double top, double bottom, long cutAt) {
    /** The time from the cut to the top. */
    static final Duration RECOVERY = Duration.ofMillis(1_500);

    /** The growth beyond the top in the same time again, as a share of it. */
    static final double PROBING = 0.3;

    double at(long now) {
        double x = (now - cutAt) / (double) RECOVERY.toNanos() - 1;
        return top + (x < 0 ? top - bottom : top * PROBING) * x * x * x;
    }
}
