package io.feedmill.api.access;

import io.feedmill.common.storage.Futures;
import io.opentelemetry.context.Context;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Calls that a page makes side by side, up to {@value #AT_ONCE} at a time. */
public final class SideBySide {
    private static final int AT_ONCE = 16;

    private SideBySide() {}

    /** Returns the value of each key. The first failure is thrown, when all calls have ended. */
    public static <K, V> Map<K, V> map(Collection<K> keys, Function<K, V> call) {
        Map<K, V> values = new HashMap<>();
        if (keys.size() == 1) {
            keys.forEach(key -> values.put(key, call.apply(key)));
            return values;
        }
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            Map<K, Future<V>> calls = new HashMap<>();
            Context trace = Context.current();
            keys.forEach(key -> calls.put(key, threads.submit(trace.wrap(() -> call.apply(key)))));
            calls.forEach((key, value) -> values.put(key, Futures.result(value)));
        }
        return values;
    }
}
