package io.feedmill.worker.pressure.simulation;

import java.time.Duration;

/** The results of a worker, second by second. */
final class Tally {
    private static final int SECONDS = 1_000;

    private final long[] units = new long[SECONDS];
    private final long[] requests = new long[SECONDS];
    private final long[] throttled = new long[SECONDS];

    void answered(long now, int written, int refused) {
        int second = (int) Duration.ofNanos(now).toSeconds();
        units[second] += written;
        requests[second]++;
        throttled[second] += refused > 0 ? 1 : 0;
    }

    long units(int from, int to) {
        return sum(units, from, to);
    }

    long requests(int from, int to) {
        return sum(requests, from, to);
    }

    /** Requests of which at least one unit was refused. */
    long throttled(int from, int to) {
        return sum(throttled, from, to);
    }

    private static long sum(long[] counts, int from, int to) {
        long sum = 0;
        for (int second = from; second < to; second++) {
            sum += counts[second];
        }
        return sum;
    }
}
