package io.feedmill.worker.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelTest {
    private final Set<Integer> done = ConcurrentHashMap.newKeySet();

    /** Each waits until as many are under way. */
    @Test
    void soManyAreWorkedOnAtOnce() {
        CyclicBarrier barrier = new CyclicBarrier(3);
        Parallel.forEach(List.of(1, 2, 3, 4, 5, 6), 3, item -> {
            try {
                barrier.await(1, TimeUnit.MINUTES);
                done.add(item);
            } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(done).hasSize(6);
    }

    @Test
    void oneThreadIsTheCallers() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        Parallel.forEach(IntStream.range(0, 100).boxed().toList(), 1, item -> threads.add(Thread.currentThread()));
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void nothingIsDoneAtOnce() {
        Parallel.forEach(List.<Integer>of(), 8, done::add);
        assertThat(done).isEmpty();
    }
}
