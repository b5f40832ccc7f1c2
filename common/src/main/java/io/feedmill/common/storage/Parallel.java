package io.feedmill.common.storage;

import io.opentelemetry.context.Context;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Function;

/** Calls that a request makes in parallel, each on a thread of its own, within the trace of the request. */
public final class Parallel {
    private static final int AT_ONCE = 16;

    private Parallel() {}

    /** Starts a call. */
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

    /** Returns the values in the order of their keys, by up to {@value #AT_ONCE} calls at a time. The first failure is thrown, when all calls have ended. */
    public static <K, V> Map<K, V> map(Collection<K> keys, Function<K, V> call) {
        Map<K, V> values = new LinkedHashMap<>();
        if (keys.size() == 1) {
            keys.forEach(key -> values.put(key, call.apply(key)));
            return values;
        }
        try (ExecutorService threads =
                Executors.newFixedThreadPool(AT_ONCE, Thread.ofVirtual().factory())) {
            Map<K, Future<V>> calls = new LinkedHashMap<>();
            Context trace = Context.current();
            keys.forEach(key -> calls.put(key, threads.submit(trace.wrap(() -> call.apply(key)))));
            calls.forEach((key, value) -> values.put(key, await(value)));
        }
        return values;
    }
}
