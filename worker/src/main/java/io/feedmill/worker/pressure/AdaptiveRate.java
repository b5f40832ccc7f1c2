package io.feedmill.worker.pressure;

import java.time.Duration;

/**
 * How many write units a second this process may send: unlimited until the store refuses some, then cut at each throttle and raised along a
 * {@link Curve} between them. Pure arithmetic: no lock, no clock, no I/O. Not thread-safe; times are nanoseconds that never go back, since 1970 so
 * that all workers mean the same by a half minute. {@code docs/pressure.md} explains it.
 */
public final class AdaptiveRate {
    public static final double UNLIMITED = Double.POSITIVE_INFINITY;

    /** What a throttle takes off at least, however small it is. */
    private static final double SHALLOWEST = 0.15;
    /** What it takes off at most, when much was refused at once. */
    private static final double DEEPEST = 0.3;
    /** What a worker takes for the top that did not reach its last one, as a share. */
    private static final double ROOM = 0.9;
    /** The rate may be so many times what is really sent. */
    private static final double AHEAD = 2;
    /** A request takes what the rate allows in this time: refusals are then small, and many enough to steer by. */
    private static final double REQUEST_SECONDS = 0.05;

    private static final long FORGOTTEN = Duration.ofSeconds(60).toNanos();

    private final double lowest;
    private final MeasuredRate sent = new MeasuredRate();
    private final Background background;
    private double rate = UNLIMITED;
    private Curve curve = new Curve(0, 0, 0);
    private double cutFrom;
    private double refusedRequests;
    private long refusedAt;

    /**
     * A rate without a limit.
     *
     * @param lowest units a second that are always allowed, more than 0
     */
    public AdaptiveRate(double lowest) {
        this.lowest = lowest;
        this.background = new Background(lowest);
    }

    /** What is allowed now, {@link #UNLIMITED} or a number. */
    public double unitsPerSecond() {
        return rate;
    }

    /** How many of these units the next request may take, at least one. */
    public int request(int units) {
        return (int) Math.clamp(rate * REQUEST_SECONDS, 1, units);
    }

    public void sent(long now, int units) {
        sent.count(now, units);
    }

    /**
     * What came of a request.
     *
     * @param refused how many of its units the store had no capacity for, 0 where it took all
     */
    public void answered(long now, long sentAt, int units, int refused) {
        boolean foundBackground = background.answered(now, rate, units, refused);
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
            cut(now, Math.min(rate, AHEAD * sent.at(now)), units, refused);
        }
    }

    private void grow(long now) {
        if (now - refusedAt > FORGOTTEN) {
            rate = UNLIMITED;
        }
        rate = Math.max(rate, Math.min(curve.at(now), AHEAD * sent.at(now)));
    }

    private void resume(long now, double resumed) {
        rate = Math.max(lowest, resumed);
        curve = new Curve(rate, rate, now);
    }

    /** Whoever did not get as far as the last time leaves room to the others. */
    private void cut(long now, double reached, int units, int refused) {
        cutFrom = reached;
        refusedRequests = 0;
        curve = new Curve(reached < curve.top() ? reached * ROOM : reached, reached, now);
        deepen(units, refused);
    }

    /** Requests that were under way at the cut belong to the same event: the more of them are refused, the deeper it is. */
    private void deepen(int units, int refused) {
        refusedRequests += (double) refused / units;
        double depth = SHALLOWEST + (DEEPEST - SHALLOWEST) * (1 - Math.exp(-refusedRequests));
        rate = Math.max(lowest, cutFrom * (1 - depth));
        curve = new Curve(curve.top(), rate, curve.cutAt());
    }
}
