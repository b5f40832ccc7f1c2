package io.feedmill.common.storage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Calls side by side: one of each request, on its own thread, and further ones as long as there are permits. So no request waits for another one's calls,
 * and all together have a bound. Thread-safe.
 */
public final class SideBySide {
    /** The maximum of further calls of one request. */
    private static final int MAX = 15;

    private final Semaphore permits;

    /** @param permits the maximum of further calls of all requests */
    public SideBySide(int permits) {
        this.permits = new Semaphore(permits, true);
    }

    /** Returns the values in the order of their keys. The first failure is thrown, when all calls in progress have ended. */
    public <K, V> Map<K, V> map(Collection<K> keys, Function<K, V> call) {
        Queue<K> left = new ConcurrentLinkedQueue<>(keys);
        Map<K, V> values = new ConcurrentHashMap<>();
        List<Future<?>> further = new ArrayList<>();
        while (further.size() < Math.min(MAX, keys.size() - 1) && permits.tryAcquire()) {
            further.add(Parallel.start(() -> {
                try {
                    return drain(left, values, call);
                } finally {
                    permits.release();
                }
            }));
        }
        try {
            drain(left, values, call);
        } finally {
            further.forEach(SideBySide::awaitEnd);
        }
        further.forEach(Parallel::await);
        Map<K, V> ordered = new LinkedHashMap<>();
        keys.forEach(key -> ordered.put(key, Objects.requireNonNull(values.get(key))));
        return ordered;
    }

    private static <K, V> boolean drain(Queue<K> left, Map<K, V> values, Function<K, V> call) {
        try {
            for (K key = left.poll(); key != null; key = left.poll()) {
                values.put(key, call.apply(key));
            }
            return true;
        } catch (RuntimeException | Error e) {
            left.clear();
            throw e;
        }
    }

    private static void awaitEnd(Future<?> call) {
        try {
            Parallel.await(call);
        } catch (RuntimeException e) {
            // thrown below, unless another failure is
        }
    }

    /** Makes a call for which nobody waits, when there is a permit. */
    public <T> T behind(Supplier<T> call) {
        permits.acquireUninterruptibly();
        try {
            return call.get();
        } finally {
            permits.release();
        }
    }
}
