package io.feedmill.worker.pressure;

import java.time.Duration;

/**
 * The cubic way up after a cut: fast at first, slow around the rate that was too much, then faster and faster beyond it. As CUBIC for TCP and
 * the SDK's adaptive mode have it, but by shares of the top instead of units, so that it takes the same time at every rate.
 *
 * @param top the rate to be careful about
 * @param bottom the rate after the cut
 * @param cutAt when, in nanoseconds
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9438">RFC 9438</a>
 */
record Curve(double top, double bottom, long cutAt) {
    /** From the cut to the top again. */
    static final Duration WAY_UP = Duration.ofMillis(1_500);

    /** What is added to the top in as much time again, as a share of it. */
    static final double PROBING = 0.3;

    double at(long now) {
        double x = (now - cutAt) / (double) WAY_UP.toNanos() - 1;
        return top + (x < 0 ? top - bottom : top * PROBING) * x * x * x;
    }
}
