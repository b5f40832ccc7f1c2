package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.WriteGate.Permit;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ConcurrencyCapTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ConcurrencyCap cap = new ConcurrencyCap(2);

    /** A thread that waits for a permit while two others have theirs. */
    private void assertFreed(Consumer<Permit> outcome) throws InterruptedException {
        Permit first = cap.acquire(25);
        Permit second = cap.acquire(25);
        Thread third = Thread.ofPlatform().daemon().start(() -> cap.acquire(1).succeeded());
        await().atMost(PATIENCE).until(() -> third.getState() == Thread.State.WAITING);
        outcome.accept(first);
        assertThat(third.join(PATIENCE)).isTrue();
        second.succeeded();
    }

    @Test
    void aWriteThatSucceededMakesRoomForAnother() throws InterruptedException {
        assertFreed(Permit::succeeded);
    }

    @Test
    void aWriteThatWasThrottledMakesRoomForAnother() throws InterruptedException {
        assertFreed(permit -> permit.throttled(25));
    }

    @Test
    void aWriteThatWasAbandonedMakesRoomForAnother() throws InterruptedException {
        assertFreed(Permit::abandoned);
    }

    @Test
    void neverLetsMoreThroughThanItHasRoomFor() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Race.of(20, () -> {
            for (int i = 0; i < 200; i++) {
                Permit permit = cap.acquire(1);
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                LockSupport.parkNanos(1);
                inside.decrementAndGet();
                permit.succeeded();
            }
            return true;
        });
        assertThat(most.get()).isLessThanOrEqualTo(2);
    }
}
