package io.feedmill.common.storage;

import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Calls that a request makes in parallel, each on a thread of its own, within the trace of the request. */
public final class Parallel {
    private Parallel() {}

    public static <T> Future<T> start(Callable<T> call) {
        FutureTask<T> task = new FutureTask<>(Context.current().wrap(call));
        Thread.startVirtualThread(task);
        return task;
    }

    /** Waits for the result; throws the call's own failure. */
    public static <T> T await(Future<T> call) {
        try {
            return call.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException failure ? failure : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Reads values by their keys, the next one ahead if told. Closing it waits for a read that nobody has asked for; its failure is nobody's. Not thread-safe. */
    public static final class Reader<K, V> implements AutoCloseable {
        private final Function<@Nullable K, V> read;
        private Map.@Nullable Entry<K, Future<V>> next;

        public Reader(Function<@Nullable K, V> read) {
            this.read = read;
        }

        public V get(@Nullable K key) {
            return next != null && next.getKey().equals(key) ? await(next.getValue()) : read.apply(key);
        }

        /** Begins to read the value of this key. */
        public void begin(K key) {
            close();
            next = Map.entry(key, start(() -> read.apply(key)));
        }

        @Override
        public void close() {
            try {
                if (next != null) {
                    await(next.getValue());
                }
            } catch (RuntimeException e) {
                // whoever asks for it gets it
            }
        }
    }
}
