package io.feedmill.worker.listen;

import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/** Works off items on so many threads at once, the caller's among them. */
final class Parallel {
    private Parallel() {}

    /** Returns when all of them are done. The work must not throw. */
    static <T> void forEach(Collection<T> items, int most, Consumer<T> work) {
        Queue<T> left = new ConcurrentLinkedQueue<>(items);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int thread = 1; thread < Math.min(most, items.size()); thread++) {
                threads.execute(() -> workOff(left, work));
            }
            workOff(left, work);
        }
    }

    private static <T> void workOff(Queue<T> left, Consumer<T> work) {
        for (T item = left.poll(); item != null; item = left.poll()) {
            work.accept(item);
        }
    }
}
