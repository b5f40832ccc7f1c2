package io.feedmill.worker.pressure.simulation;

import com.netflix.concurrency.limits.limit.AIMDLimit;
import io.feedmill.worker.pressure.AdaptiveRate;
import io.feedmill.worker.pressure.PressureGate.TokenBucket;

/** A limit for the requests of one worker: by default none but the number of handlers and their back-off after a refusal. Times are in nanoseconds. */
interface Limit {

    /** Returns the wait until the next request; zero or less: now; {@link Long#MAX_VALUE}: until the next answer. */
    default long nanosUntilFree(long now, int inProcess) {
        return 0;
    }

    /** Returns the number of units that the request may have, up to the given one. */
    default int request(int units) {
        return units;
    }

    default void sent(long now, int units) {}

    default void answered(long now, long sentAt, int inProcess, int units, int refused) {}

    /** The AIMD limit of Netflix for concurrent requests, with its defaults except for a minimum of one. */
    final class Aimd implements Limit {
        private final AIMDLimit limit = AIMDLimit.newBuilder().minLimit(1).build();

        @Override
        public long nanosUntilFree(long now, int inProcess) {
            return inProcess < limit.getLimit() ? 0 : Long.MAX_VALUE;
        }

        @Override
        public void answered(long now, long sentAt, int inProcess, int units, int refused) {
            limit.onSample(sentAt, now - sentAt, inProcess, refused > 0);
        }
    }

    /** The limit of Feedmill's worker, as its pressure gate combines it. */
    record Ours(AdaptiveRate rate, TokenBucket bucket) implements Limit {
        private static final double LOWEST = 10;

        Ours() {
            this(new AdaptiveRate(LOWEST, AdaptiveRate.UNLIMITED), new TokenBucket());
        }

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
}
