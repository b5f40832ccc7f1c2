package io.feedmill.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;

/** Reads of values by key: an answer is from a read that began less than a second before the question. Of each key one read goes on at a time. Thread-safe. */
public final class FreshReads<K, V> {
    static final Duration MAX_AGE = Duration.ofSeconds(1);

    /** A key and its entries, without the value. */
    private static final int ENTRY_BYTES = 1_000;

    private final LongSupplier nanoTime;
    private final Cache<K, Read<V>> reads;

    /**
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     * @param bytes of a value
     */
    public FreshReads(LongSupplier nanoTime, long maxBytes, ToIntFunction<V> bytes) {
        this.nanoTime = nanoTime;
        this.reads = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((K key, Read<V> read) ->
                        ENTRY_BYTES + (read.value().isDone() ? bytes.applyAsInt(read.result()) : 0))
                .expireAfterWrite(MAX_AGE)
                .ticker(nanoTime::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    private record Read<V>(long beganAt, CompletableFuture<V> value) {

        boolean isFresh(long now) {
            return now - beganAt < MAX_AGE.toNanos();
        }

        V result() {
            try {
                return value.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : e;
            }
        }
    }

    /** Returns the value of this key. */
    public V get(K key, Function<K, V> read) {
        return Objects.requireNonNull(
                get(Set.of(key), keys -> Map.of(key, read.apply(key))).get(key));
    }

    /**
     * Returns the values of these keys.
     *
     * @param read reads those that no fresh read has, in one call: a value for each
     */
    Map<K, V> get(Collection<K> keys, Function<Set<K>, Map<K, V>> read) {
        long now = nanoTime.getAsLong();
        Map<K, Read<V>> asked = new LinkedHashMap<>();
        Map<K, Read<V>> own = new LinkedHashMap<>();
        for (K key : new LinkedHashSet<>(keys)) {
            Read<V> mine = new Read<>(now, new CompletableFuture<>());
            Read<V> known = reads.asMap()
                    .compute(key, (ignored, before) -> before != null && before.isFresh(now) ? before : mine);
            asked.put(key, known);
            if (known.equals(mine)) {
                own.put(key, mine);
            }
        }
        if (!own.isEmpty()) {
            complete(own, read);
        }
        Map<K, V> found = new LinkedHashMap<>();
        asked.forEach((key, each) -> found.put(key, each.result()));
        return found;
    }

    /** One that was forgotten or replaced meanwhile is not put back. */
    private void complete(Map<K, Read<V>> own, Function<Set<K>, Map<K, V>> read) {
        try {
            Map<K, V> found = read.apply(own.keySet());
            own.forEach((key, mine) -> {
                V value = found.get(key);
                reads.asMap().replace(key, mine, new Read<>(mine.beganAt(), CompletableFuture.completedFuture(value)));
                mine.value().complete(value);
            });
        } catch (RuntimeException | Error e) {
            own.forEach((key, mine) -> {
                reads.asMap().remove(key, mine);
                mine.value().completeExceptionally(e);
            });
            throw e;
        }
    }

    /** Forgets the value, which this instance may just have changed: also what a read finds that began before. */
    void forget(K key) {
        reads.invalidate(key);
    }

    /** Returns about the number of bytes. */
    int bytes() {
        reads.cleanUp();
        return Math.toIntExact(
                reads.policy().eviction().orElseThrow().weightedSize().orElse(0));
    }
}
