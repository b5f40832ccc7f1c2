package io.feedmill.testkit;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Runs several calls at the same moment, each on its own thread. */
public final class Race {
    private Race() {}

    /** Returns the results in the order of the racers. */
    public static <T> List<T> of(List<Callable<T>> racers) {
        CyclicBarrier start = new CyclicBarrier(racers.size());
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> running = racers.stream()
                    .map(racer -> threads.submit(() -> {
                        start.await();
                        return racer.call();
                    }))
                    .toList();
            return running.stream().map(Race::result).toList();
        }
    }

    /** Runs the same call a number of times. */
    public static <T> List<T> of(int racers, Callable<T> racer) {
        return of(Collections.nCopies(racers, racer));
    }

    private static <T> T result(Future<T> future) {
        try {
            return future.get();
        } catch (ExecutionException e) {
            throw new AssertionError("a racer failed", e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }
}
