package io.feedmill.worker.pressure.simulation;

/**
 * The adaptive retry mode of the AWS SDKs, as their retry specification defines it: it counts requests, and the first throttle switches it
 * on.
 */
final class SdkLimit implements Limit {
    private static final double BETA = 0.7;
    private static final double SCALE = 0.4;
    private static final double SMOOTHING = 0.8;
    private static final double MIN_RATE = 0.5;

    private boolean enabled;
    private double tokens;
    private double rate = MIN_RATE;
    private long refilledAt;
    private double measured;
    private double bucket;
    private int requests;
    private double lastTop;
    private double timeWindow;
    private double throttledAt;

    @Override
    public long nanosUntilFree(long now, int inProcess) {
        refill(now);
        return !enabled || tokens >= 1 ? 0 : (long) Math.ceil((1 - tokens) / rate * 1e9);
    }

    private void refill(long now) {
        tokens = Math.min(Math.max(1, rate), tokens + (now - refilledAt) / 1e9 * rate);
        refilledAt = now;
    }

    @Override
    public int request(int units) {
        return units;
    }

    @Override
    public void sent(long now, int units) {
        tokens -= enabled ? 1 : 0;
    }

    @Override
    public void answered(long now, long sentAt, int inProcess, int units, int refused) {
        double seconds = now / 1e9;
        measure(seconds);
        double next;
        if (refused > 0) {
            lastTop = enabled ? Math.min(measured, rate) : measured;
            throttledAt = seconds;
            enabled = true;
            next = lastTop * BETA;
        } else {
            double since = seconds - throttledAt - timeWindow;
            next = SCALE * since * since * since + lastTop;
        }
        timeWindow = Math.cbrt(lastTop * (1 - BETA) / SCALE);
        refill(now);
        rate = Math.max(MIN_RATE, Math.min(next, 2 * measured));
    }

    private void measure(double seconds) {
        double half = Math.floor(seconds * 2) / 2;
        requests++;
        if (half > bucket) {
            measured = requests / (half - bucket) * SMOOTHING + measured * (1 - SMOOTHING);
            requests = 0;
            bucket = half;
        }
    }
}
