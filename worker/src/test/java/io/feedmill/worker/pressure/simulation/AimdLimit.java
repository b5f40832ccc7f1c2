package io.feedmill.worker.pressure.simulation;

import com.netflix.concurrency.limits.limit.AIMDLimit;

/** The AIMD limit of Netflix for concurrent requests, with its defaults except for a minimum of one. */
final class AimdLimit implements Limit {
    private final AIMDLimit limit = AIMDLimit.newBuilder().minLimit(1).build();

    @Override
    public long nanosUntilFree(long now, int inProcess) {
        return inProcess < limit.getLimit() ? 0 : Long.MAX_VALUE;
    }

    @Override
    public int request(int units) {
        return units;
    }

    @Override
    public void sent(long now, int units) {}

    @Override
    public void answered(long now, long sentAt, int inProcess, int units, int refused) {
        limit.onSample(sentAt, now - sentAt, inProcess, refused > 0);
    }
}
