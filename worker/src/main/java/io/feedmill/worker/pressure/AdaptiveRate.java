package io.feedmill.worker.pressure;

import io.feedmill.worker.pressure.Background.MeasuredRate;
import java.time.Duration;

/**
 * The write units a second that this process may send: unlimited, or at the ceiling, until the store refuses some, then cut at each throttle and raised along a
 * {@link Curve} between them. Pure arithmetic: no lock, no clock, no I/O. Not thread-safe. Times are monotonic nanoseconds since 1970, so that the half
 * minutes of all workers begin together. {@code docs/pressure.md} explains it.
 */
public final class AdaptiveRate {
    public static final double UNLIMITED = Double.POSITIVE_INFINITY;

    private static final double MIN_CUT = 0.15;
    /** The maximum cut, when much is refused at once. */
    private static final double MAX_CUT = 0.3;
    /** The new top, as a share of the reached rate, of a worker that did not reach its last top. */
    private static final double ROOM = 0.9;
    /** The maximum of the rate, as a multiple of the sent rate. */
    private static final double MAX_LEAD = 2;
    /** A request takes the units of this time: refusals are then small and frequent enough to adapt to. */
    private static final double REQUEST_SECONDS = 0.05;

    private static final long FORGOTTEN = Duration.ofSeconds(60).toNanos();

    private final double minRate;
    private final double ceiling;
    private final MeasuredRate sent = new MeasuredRate();
    private final Background background;
    private double rate = UNLIMITED;
    private Curve curve = new Curve(0, 0, 0);
    private double cutFrom;
    private double refusedRequests;
    private long refusedAt;

    /** Creates a rate that only the ceiling limits: these units a second are never exceeded, also by the minimum, which is always allowed. */
    public AdaptiveRate(double minRate, double ceiling) {
        this.minRate = Math.min(minRate, ceiling);
        this.ceiling = ceiling;
        this.background = new Background(this.minRate);
    }

    public double unitsPerSecond() {
        return Math.min(rate, ceiling);
    }

    /** Returns how many of these units the next request may take, at least one. */
    public int request(int units) {
        return (int) Math.clamp(unitsPerSecond() * REQUEST_SECONDS, 1, units);
    }

    public void sent(long now, int units) {
        sent.count(now, units);
    }

    /** Adapts to the answer to a request. The store refused this number of its units; 0: none. */
    public void answered(long now, long sentAt, int units, int refused) {
        boolean foundBackground = background.answered(now, unitsPerSecond(), units, refused);
        if (refused > 0) {
            refusedAt = now;
        }
        if (foundBackground) {
            resume(now, background.bestRate());
        } else if (refused == 0 || background.explains()) {
            grow(now);
        } else if (rate != UNLIMITED && sentAt <= curve.cutAt()) {
            deepen(units, refused);
        } else {
            cut(now, Math.min(unitsPerSecond(), MAX_LEAD * sent.at(now)), units, refused);
        }
    }

    private void grow(long now) {
        if (now - refusedAt > FORGOTTEN) {
            rate = UNLIMITED;
        }
        rate = Math.max(rate, Math.min(curve.at(now), MAX_LEAD * sent.at(now)));
    }

    private void resume(long now, double resumed) {
        rate = Math.max(minRate, resumed);
        curve = new Curve(rate, rate, now);
    }

    /** A worker that did not reach its last top leaves room to the others. */
    private void cut(long now, double reached, int units, int refused) {
        cutFrom = reached;
        refusedRequests = 0;
        curve = new Curve(reached < curve.top() ? reached * ROOM : reached, reached, now);
        deepen(units, refused);
    }

    /** Requests sent before the cut belong to the same throttle: the more of them are refused, the deeper the cut. */
    private void deepen(int units, int refused) {
        refusedRequests += (double) refused / units;
        double depth = MIN_CUT + (MAX_CUT - MIN_CUT) * (1 - Math.exp(-refusedRequests));
        rate = Math.max(minRate, cutFrom * (1 - depth));
        curve = new Curve(curve.top(), rate, curve.cutAt());
    }

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
}
