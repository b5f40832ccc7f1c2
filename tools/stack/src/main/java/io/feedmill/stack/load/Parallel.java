package io.feedmill.stack.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/** Works through a list with a few virtual threads. */
public final class Parallel {

    private Parallel() {}

    /** The results in the order of the items. The first exception ends the work and is thrown. */
    public static <T, R> List<R> map(List<T> items, int threads, Function<T, R> work) {
        AtomicReferenceArray<R> results = new AtomicReferenceArray<>(items.size());
        AtomicInteger next = new AtomicInteger();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                running.add(executor.submit(() -> workOff(items, next, work, results)));
            }
            running.forEach(Parallel::await);
        }
        List<R> list = new ArrayList<>(items.size());
        for (int i = 0; i < results.length(); i++) {
            list.add(results.get(i));
        }
        return list;
    }

    private static <T, R> void workOff(
            List<T> items, AtomicInteger next, Function<T, R> work, AtomicReferenceArray<R> results) {
        try {
            for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
                results.set(i, work.apply(items.get(i)));
            }
        } catch (RuntimeException e) {
            next.set(items.size());
            throw e;
        }
    }

    private static void await(Future<?> worker) {
        try {
            worker.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
