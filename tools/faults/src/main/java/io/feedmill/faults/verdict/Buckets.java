package io.feedmill.faults.verdict;

import io.feedmill.faults.script.Rate;
import java.util.HashMap;
import java.util.Map;

/** A token bucket for each name. Full ones are forgotten now and then: there are as many names as users. Not thread-safe. */
final class Buckets {
    private static final int FEW = 10_000;

    private final Rate rate;
    private final Map<String, TokenBucket> buckets = new HashMap<>();
    private int limit = FEW;

    Buckets(Rate rate) {
        this.rate = rate;
    }

    TokenBucket get(String name, long now) {
        if (buckets.size() >= limit) {
            buckets.values().removeIf(bucket -> bucket.isFull(now));
            limit = Math.max(FEW, 2 * buckets.size());
        }
        return buckets.computeIfAbsent(name, unknown -> new TokenBucket(rate, now));
    }

    int size() {
        return buckets.size();
    }
}
