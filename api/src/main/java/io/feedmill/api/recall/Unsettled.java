package io.feedmill.api.recall;

import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What notices have just told of: a transaction is not one moment for reads, so what they find of it may still be old. Thread-safe. */
public final class Unsettled<N extends ChangeNotice, K> {
    /** Far longer than a transaction is seen in part. */
    private static final Duration TIME = Duration.ofSeconds(5);

    private final Class<N> type;
    private final Function<N, K> key;
    private final Map<K, Time> since = new ConcurrentHashMap<>();

    /** @param key what a notice of this type tells of */
    public Unsettled(Class<N> type, Function<N, K> key) {
        this.type = type;
        this.key = key;
    }

    /** Adds what fresh notices of a poll tell of, and returns all. */
    public Set<K> with(List<ChangeNotice> fresh, Time polled) {
        fresh.stream().filter(type::isInstance).map(type::cast).map(key).forEach(changed -> since.put(changed, polled));
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
