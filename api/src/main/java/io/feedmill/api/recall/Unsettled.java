package io.feedmill.api.recall;

import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * What notices have just told of. A transaction is not one moment for reads: one may find the notice before another finds what was changed with it. So what
 * is read of these may be old. Thread-safe.
 */
public final class Unsettled<K> {
    /** Far longer than a transaction is seen in part. */
    private static final Duration TIME = Duration.ofSeconds(5);

    private final Map<K, Time> since = new ConcurrentHashMap<>();

    /** Adds what fresh notices of a poll tell of, and returns all. */
    public Set<K> with(Stream<K> fresh, Time polled) {
        fresh.forEach(key -> since.put(key, polled));
        return Set.copyOf(since.keySet());
    }

    public boolean contains(K key) {
        return since.containsKey(key);
    }

    /** Removes those whose time is over. */
    public void settle(Time polled) {
        since.values().removeIf(added -> polled.since(added).compareTo(TIME) > 0);
    }
}
