package io.feedmill.worker.pressure.simulation;

import io.feedmill.worker.pressure.AdaptiveRate;
import io.feedmill.worker.pressure.PressureGate.TokenBucket;

/** The limit of Feedmill's worker, as its pressure gate combines it. */
final class OurLimit implements Limit {
    private static final double LOWEST = 10;

    private final AdaptiveRate rate = new AdaptiveRate(LOWEST, AdaptiveRate.UNLIMITED);
    private final TokenBucket bucket = new TokenBucket();

    @Override
    public long nanosUntilFree(long now, int inProcess) {
        return bucket.nanosUntilFree(now, rate.unitsPerSecond());
    }

    @Override
    public int request(int units) {
        return rate.request(units);
    }

    @Override
    public void sent(long now, int units) {
        bucket.take(now, rate.unitsPerSecond(), units);
        rate.sent(now, units);
    }

    @Override
    public void answered(long now, long sentAt, int inProcess, int units, int refused) {
        rate.answered(now, sentAt, units, refused);
    }
}
