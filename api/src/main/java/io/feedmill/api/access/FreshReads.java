package io.feedmill.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Reads by key, which hold for a second, or longer. Of a key one goes on at a time, whose outcome, also a failure, all waiters have. Thread-safe. */
public final class FreshReads<K, V> {
    public static final Duration MAX_AGE = Duration.ofSeconds(1);

    /** A key and its entries, without the value. */
    private static final int ENTRY_BYTES = 1_000;

    private final SuspendSafeClock clocks;
    private final BiPredicate<K, Time> holds;
    private final Cache<K, Read<V>> reads;

    /** @param maxAge how long they hold, a second or longer */
    public FreshReads(SuspendSafeClock clocks, Duration maxAge, long maxBytes, ToIntFunction<V> bytes) {
        this(clocks, (key, began) -> clocks.now().since(began).compareTo(maxAge) < 0, maxBytes, bytes);
    }

    /** @param holds whether what a read found that began then is still true of this key, though it is older */
    public FreshReads(SuspendSafeClock clocks, BiPredicate<K, Time> holds, long maxBytes, ToIntFunction<V> bytes) {
        this.clocks = clocks;
        this.holds = holds;
        this.reads = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((K key, Read<V> read) -> {
                    V value = read.value().isDone() ? read.result() : null;
                    return ENTRY_BYTES + (value == null ? 0 : bytes.applyAsInt(value));
                })
                .executor(Runnable::run)
                .build();
    }

    /** A read, whose value is null if it finds none. */
    private record Read<V>(Time beganAt, CompletableFuture<V> value) {

        @Nullable V result() {
            try {
                return value.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : e;
            }
        }
    }

    private boolean isFresh(K key, Read<V> read, Time now) {
        return now.since(read.beganAt()).compareTo(MAX_AGE) < 0 || holds.test(key, read.beganAt());
    }

    /** Whether the value of this key is known, or is being read. */
    public boolean has(K key) {
        return fresh(key).isPresent();
    }

    /** Returns the value of this key without a read, if it is known. */
    public Optional<V> known(K key) {
        return fresh(key).filter(read -> read.value().isDone()).map(Read::result);
    }

    private Optional<Read<V>> fresh(K key) {
        Time now = clocks.now();
        return Optional.ofNullable(reads.getIfPresent(key)).filter(read -> isFresh(key, read, now));
    }

    public V get(K key, Function<K, V> read) {
        return Objects.requireNonNull(
                get(Set.of(key), keys -> Map.of(key, read.apply(key))).get(key));
    }

    /** Returns the values of these keys; {@code read} reads those that no fresh read has, in one call. Those without a value are absent. */
    public Map<K, V> get(Collection<K> keys, Function<Set<K>, Map<K, V>> read) {
        Time now = clocks.now();
        Map<K, Read<V>> asked = new LinkedHashMap<>();
        Map<K, Read<V>> own = new LinkedHashMap<>();
        for (K key : new LinkedHashSet<>(keys)) {
            Read<V> mine = new Read<>(now, new CompletableFuture<>());
            Read<V> known = reads.asMap()
                    .compute(key, (ignored, before) -> before != null && isFresh(key, before, now) ? before : mine);
            asked.put(key, known);
            if (known.equals(mine)) {
                own.put(key, mine);
            }
        }
        if (!own.isEmpty()) {
            complete(own, read);
        }
        Map<K, V> found = new LinkedHashMap<>();
        asked.forEach((key, each) -> Optional.ofNullable(each.result()).ifPresent(value -> found.put(key, value)));
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
    public void forget(K key) {
        reads.invalidate(key);
    }

    public void forgetAll() {
        reads.invalidateAll();
    }

    /** Returns about the number of bytes. */
    public int bytes() {
        reads.cleanUp();
        return Math.clamp(reads.policy().eviction().orElseThrow().weightedSize().orElse(0), 0, Integer.MAX_VALUE);
    }
}
