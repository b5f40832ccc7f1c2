package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SideBySideTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    /** Their hashes are those of their identity. */
    private final List<Object> keys = Stream.generate(Object::new).limit(50).toList();

    private final SideBySide calls = new SideBySide(3);

    @Test
    void valuesHaveTheOrderOfTheKeys() {
        assertThat(calls.map(keys, keys::indexOf).keySet()).containsExactlyElementsOf(keys);
        assertThat(calls.map(List.of(), keys::indexOf)).isEmpty();
    }

    @Test
    void aFailureIsThrownAndThePermitsComeBack() {
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> calls.map(keys, key -> {
                        throw new IllegalArgumentException("broken");
                    }))
                    .hasMessage("broken");
        }
        CountDownLatch four = new CountDownLatch(4);
        calls.map(IntStream.range(0, 4).boxed().toList(), key -> arrive(four));
        assertThat(four.getCount()).isZero();
    }

    private static boolean arrive(CountDownLatch latch) {
        latch.countDown();
        await().atMost(LONG).until(() -> latch.getCount() == 0);
        return true;
    }

    /** A request that holds all permits, and one of the calls within its own: none waits for a permit. */
    @Test
    void allRequestsTogetherHaveABound() {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        List<Integer> requests = IntStream.range(0, 4).boxed().toList();
        calls.map(
                requests,
                request -> calls.map(keys, key -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(1_000); // lets others begin
                    return now.decrementAndGet();
                }));
        assertThat(most).hasValueBetween(1, 4);
    }

    @Test
    void whatNobodyWaitsForWaitsForAPermit() throws InterruptedException {
        CountDownLatch three = new CountDownLatch(3);
        CountDownLatch end = new CountDownLatch(1);
        AtomicInteger done = new AtomicInteger();
        List<Thread> threads = Stream.generate(() -> Thread.startVirtualThread(() -> calls.behind(() -> {
                    three.countDown();
                    await().atMost(LONG).until(() -> end.getCount() == 0);
                    return done.incrementAndGet();
                })))
                .limit(3)
                .toList();
        assertThat(three.await(20, TimeUnit.SECONDS)).isTrue();
        Thread fourth = Thread.startVirtualThread(() -> calls.behind(done::incrementAndGet));
        await().atMost(LONG).until(() -> fourth.getState() == Thread.State.WAITING);
        assertThat(done).hasValue(0);
        end.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        fourth.join();
        assertThat(done).hasValue(4);
    }
}
