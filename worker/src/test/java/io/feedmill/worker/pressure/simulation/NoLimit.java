package io.feedmill.worker.pressure.simulation;

/** No limit except for the number of handlers and their back-off after a refusal. */
final class NoLimit implements Limit {
    @Override
    public long nanosUntilFree(long now, int inProcess) {
        return 0;
    }

    @Override
    public int request(int units) {
        return units;
    }

    @Override
    public void sent(long now, int units) {}

    @Override
    public void answered(long now, long sentAt, int inProcess, int units, int refused) {}
}
