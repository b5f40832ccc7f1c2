package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.Deadline;
import io.feedmill.common.dynamo.StorageException;
import io.feedmill.common.dynamo.WriteGate.Permit;
import io.feedmill.common.dynamo.WriteTerms;
import io.feedmill.testkit.Race;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ConcurrencyCapTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SettableClock clock = new SettableClock();
    private final WriteTerms bulk = WriteTerms.bulk(Deadline.in(Duration.ofSeconds(60), clock::nanoTime));
    private final WriteTerms express = WriteTerms.express(bulk.deadline());
    private final ConcurrencyCap cap = new ConcurrencyCap(2);
    private final List<String> passed = new CopyOnWriteArrayList<>();

    private Permit acquire() {
        return cap.acquire(25, bulk).orElseThrow();
    }

    private static Thread waiting(Runnable work) {
        Thread thread = Thread.ofPlatform().daemon().start(work);
        await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    /** A thread that waits for a permit while two others have theirs. */
    private void assertFreed(Consumer<Permit> outcome) throws InterruptedException {
        Permit first = acquire();
        Permit second = acquire();
        Thread third = waiting(() -> acquire().succeeded());
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
                Permit permit = acquire();
                most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                LockSupport.parkNanos(1);
                inside.decrementAndGet();
                permit.succeeded();
            }
            return true;
        });
        assertThat(most.get()).isLessThanOrEqualTo(2);
    }

    private Thread passing(String name, WriteTerms terms) {
        return waiting(() -> {
            Permit permit = cap.acquire(25, terms).orElseThrow();
            passed.add(name);
            permit.succeeded();
        });
    }

    @Test
    void whoCameLaterGoesFirstInTheExpressLane() throws InterruptedException {
        Permit first = acquire();
        Permit second = acquire();
        List<Thread> threads = List.of(passing("b1", bulk), passing("b2", bulk), passing("e1", express));
        first.succeeded();
        for (Thread thread : threads) {
            assertThat(thread.join(PATIENCE)).isTrue();
        }
        assertThat(passed).containsExactly("e1", "b1", "b2");
        second.succeeded();
    }

    @Test
    void nobodyPassesWhoHasNoTimeForAnotherCall() {
        clock.advance(Duration.ofSeconds(55));
        assertThat(cap.acquire(25, bulk)).isPresent();
        clock.advance(Duration.ofNanos(1));
        assertThat(cap.acquire(25, bulk)).isEmpty();
    }

    @Test
    void nobodyWaitsBeyondADeadlineThatMovesCloserMeanwhile() throws Exception {
        Permit first = acquire();
        Permit second = acquire();
        CompletableFuture<Optional<Permit>> late = new CompletableFuture<>();
        Thread third = waiting(() -> late.complete(cap.acquire(25, bulk)));
        clock.advance(Duration.ofSeconds(56));
        assertThat(third.join(PATIENCE)).isTrue();
        assertThat(late.get()).isEmpty();
        first.succeeded();
        second.succeeded();
        clock.advance(Duration.ofSeconds(-56));
        assertThat(cap.acquire(25, bulk)).isPresent();
        assertThat(cap.acquire(25, bulk)).isPresent();
    }

    @Test
    void anInterruptEndsTheWaitAndTakesNothing() throws Exception {
        Permit first = acquire();
        Permit second = acquire();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread third = waiting(() -> cap.acquire(25, bulk));
        third.setUncaughtExceptionHandler((thread, e) -> failure.complete(e));
        third.interrupt();
        assertThat(third.join(PATIENCE)).isTrue();
        assertThat(failure.get()).isInstanceOf(StorageException.class);
        first.succeeded();
        second.succeeded();
        acquire();
        acquire();
    }
}
