package io.feedmill.api.security;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A map with a maximum size: it forgets the entry that was used longest ago. Thread-safe. */
final class RecentlyUsed<K, V> {
    private static final float LOAD = 0.75f;

    private final Map<K, V> entries;

    RecentlyUsed(int maximum) {
        entries = new LinkedHashMap<>(16, LOAD, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > maximum;
            }
        };
    }

    synchronized @Nullable V get(K key) {
        return entries.get(key);
    }

    synchronized V get(K key, Function<K, V> absent) {
        return entries.computeIfAbsent(key, absent);
    }

    synchronized void put(K key, V value) {
        entries.put(key, value);
    }
}
