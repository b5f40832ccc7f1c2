package io.feedmill.faults.decision;

import java.util.HashMap;
import java.util.Map;

/**
 * Token buckets by name. A bucket starts full. A request above {@code burst} succeeds when the bucket is full, and leaves a debt. Full buckets are
 * removed from time to time. Times are nanoseconds from an arbitrary origin. Not thread-safe.
 */
final class TokenBuckets {
    private static final int MIN_LIMIT = 10_000;
    private static final double NANOS = 1e9;

    private final double unitsPerSecond;
    private final double burst;
    private final Map<String, Bucket> buckets = new HashMap<>();
    private int limit = MIN_LIMIT;

    TokenBuckets(double unitsPerSecond, double burst) {
        this.unitsPerSecond = unitsPerSecond;
        this.burst = burst;
    }

    private final class Bucket {
        private double level = burst;
        private long at;

        private Bucket(long now) {
            at = now;
        }

        private double refill(long now) {
            level = Math.min(burst, level + (now - at) / NANOS * unitsPerSecond);
            at = now;
            return level;
        }
    }

    /** Takes all of the units or none. */
    boolean take(String name, int units, long now) {
        if (buckets.size() >= limit) {
            buckets.values().removeIf(bucket -> bucket.refill(now) >= burst);
            limit = Math.max(MIN_LIMIT, 2 * buckets.size());
        }
        Bucket bucket = buckets.computeIfAbsent(name, unknown -> new Bucket(now));
        boolean enough = bucket.refill(now) >= Math.min(units, burst);
        bucket.level -= enough ? units : 0;
        return enough;
    }

    /** Puts units back that were taken at the same time. */
    void release(String name, int units) {
        Bucket bucket = buckets.get(name);
        if (bucket != null) {
            bucket.level = Math.min(burst, bucket.level + units);
        }
    }

    int size() {
        return buckets.size();
    }
}
