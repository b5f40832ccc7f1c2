package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate.WritePermit;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.Race;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.pressure.PressureGate.PressureSettings;
import io.feedmill.worker.pressure.PressureGate.TokenBucket;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class PressureGateTest {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final SettableClock clock = new SettableClock();
    private final WriteOptions bulk =
            WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60), new SuspendSafeClock(clock::nanoTime, clock)));
    private final WriteOptions express = WriteOptions.express(bulk.deadline());
    private final WriteOptions patient =
            WriteOptions.bulk(Deadline.in(Duration.ofHours(1), new SuspendSafeClock(clock::nanoTime, clock)));
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();

    private final PressureGate gate =
            new PressureGate(new PressureSettings(2, null), new PressureMetrics(meters), clock, clock);

    private final List<String> passed = new CopyOnWriteArrayList<>();

    private WritePermit acquire() {
        return gate.acquire(25, bulk).orElseThrow();
    }

    private static Thread waiting(Runnable work) {
        Thread thread = Thread.ofPlatform().daemon().start(work);
        await().atMost(PATIENCE).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
        return thread;
    }

    /** A thread that waits for a permit while two others have theirs. */
    private void assertFreed(Consumer<WritePermit> outcome) throws InterruptedException {
        WritePermit first = acquire();
        WritePermit second = acquire();
        Thread third = waiting(() -> acquire().succeeded());
        outcome.accept(first);
        clock.advance(Duration.ofSeconds(1));
        assertThat(third.join(PATIENCE)).isTrue();
        second.succeeded();
    }

    @Test
    void eachOutcomeReleasesItsPermit() throws InterruptedException {
        assertFreed(WritePermit::succeeded);
        assertFreed(WritePermit::abandoned);
        assertFreed(permit -> permit.throttled(25));
    }

    @Test
    void neverGrantsMoreThanTheMaximumPermits() {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger maxInside = new AtomicInteger();
        Race.of(20, () -> {
            for (int i = 0; i < 200; i++) {
                WritePermit permit = acquire();
                maxInside.accumulateAndGet(inside.incrementAndGet(), Math::max);
                LockSupport.parkNanos(1);
                inside.decrementAndGet();
                permit.succeeded();
            }
            return true;
        });
        assertThat(maxInside.get()).isLessThanOrEqualTo(2);
    }

    private Thread passing(String name, WriteOptions options) {
        return waiting(() -> {
            WritePermit permit = gate.acquire(25, options).orElseThrow();
            passed.add(name);
            permit.succeeded();
        });
    }

    @Test
    void anExpressWriteOvertakesBulkWrites() throws InterruptedException {
        WritePermit first = acquire();
        WritePermit second = acquire();
        List<Thread> threads = List.of(passing("b1", bulk), passing("b2", bulk), passing("e1", express));
        first.succeeded();
        for (Thread thread : threads) {
            assertThat(thread.join(PATIENCE)).isTrue();
        }
        assertThat(passed).containsExactly("e1", "b1", "b2");
        second.succeeded();
    }

    @Test
    void grantsNoPermitWithoutTimeForAnotherCall() {
        clock.advance(Duration.ofSeconds(55));
        assertThat(gate.acquire(25, bulk)).isPresent();
        clock.advance(Duration.ofNanos(1));
        assertThat(gate.acquire(25, bulk)).isEmpty();
    }

    @Test
    void noWriteWaitsBeyondADeadlineThatIsPulledIn() throws Exception {
        WritePermit first = acquire();
        WritePermit second = acquire();
        CompletableFuture<Optional<WritePermit>> late = new CompletableFuture<>();
        Thread third = waiting(() -> late.complete(gate.acquire(25, bulk)));
        clock.advance(Duration.ofSeconds(56));
        assertThat(third.join(PATIENCE)).isTrue();
        assertThat(late.get()).isEmpty();
        first.succeeded();
        second.succeeded();
        clock.advance(Duration.ofSeconds(-56));
        assertThat(gate.acquire(25, bulk)).isPresent();
        assertThat(gate.acquire(25, bulk)).isPresent();
    }

    @Test
    void anInterruptEndsTheWaitAndTakesNothing() throws Exception {
        WritePermit first = acquire();
        WritePermit second = acquire();
        CompletableFuture<Throwable> failure = new CompletableFuture<>();
        Thread third = waiting(() -> gate.acquire(25, bulk));
        third.setUncaughtExceptionHandler((thread, e) -> failure.complete(e));
        third.interrupt();
        assertThat(third.join(PATIENCE)).isTrue();
        assertThat(failure.get()).isInstanceOf(StorageException.class);
        first.succeeded();
        second.succeeded();
        acquire();
        acquire();
    }

    private WritePermit acquireAndWaitForTheAnswer() {
        WritePermit permit = acquire();
        clock.advance(Duration.ofMillis(10));
        return permit;
    }

    private double gauge(String name) {
        return meters.get(name).gauge().value();
    }

    @Test
    void nothingIsLimitedUntilTheStoreRefusesSomething() {
        for (int i = 0; i < 1_000; i++) {
            acquire().succeeded();
        }
        assertThat(gauge("feedmill.pressure.rate")).isInfinite();
    }

    @Test
    void aWorkerSendsNoMoreThanItsCeilingAndSaysSo() {
        PressureGate limited =
                new PressureGate(new PressureSettings(2, 500), new PressureMetrics(meters), clock, clock);
        Thread ticking = Thread.ofPlatform().daemon().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                clock.advance(Duration.ofMillis(1));
                LockSupport.parkNanos(100_000);
            }
        });
        long begin = clock.nanoTime();
        int units = 0;
        while (units < 1_000) {
            WritePermit permit = limited.acquire(25, patient).orElseThrow();
            units += permit.units();
            permit.succeeded();
        }
        Duration took = Duration.ofNanos(clock.nanoTime() - begin);
        ticking.interrupt();
        assertThat(took).isGreaterThan(Duration.ofMillis(1_900));
        assertThat(limited.unitsPerSecond()).isEqualTo(500);
    }

    @Test
    void afterAThrottleWritesAreSpaced() throws InterruptedException {
        acquireAndWaitForTheAnswer().succeeded();
        acquireAndWaitForTheAnswer().throttled(25);
        assertThat(gauge("feedmill.pressure.rate")).isBetween(1_000.0, 10_000.0);
        acquire().succeeded();
        Thread waiting = waiting(() -> gate.acquire(25, bulk));
        clock.advance(Duration.ofSeconds(1));
        assertThat(waiting.join(PATIENCE)).isTrue();
    }

    @Test
    void slowWritesAreSmallWrites() {
        for (int i = 0; i < 50; i++) {
            clock.advance(Duration.ofSeconds(10));
            gate.acquire(25, patient).orElseThrow().throttled(1);
        }
        clock.advance(Duration.ofSeconds(10));
        assertThat(gauge("feedmill.pressure.rate")).isEqualTo(10);
        assertThat(gate.acquire(25, patient).orElseThrow().units()).isEqualTo(1);
    }

    @Test
    void anAbandonedWriteDoesNotChangeTheRate() {
        acquireAndWaitForTheAnswer().abandoned();
        assertThat(gauge("feedmill.pressure.rate")).isInfinite();
    }

    private double permits(String outcome) {
        return meters.get("feedmill.pressure.permits")
                .tag("outcome", outcome)
                .counter()
                .count();
    }

    private long waits(String lane) {
        return meters.get("feedmill.pressure.wait").tag("lane", lane).timer().count();
    }

    @Test
    void countsTheOutcomeOfEachWrite() {
        acquire().succeeded();
        acquire().abandoned();
        WritePermit under = acquire();
        assertThat(gauge("feedmill.pressure.permits.in.use")).isEqualTo(1);
        under.throttled(3);
        assertThat(gauge("feedmill.pressure.permits.in.use")).isZero();
        clock.advance(Duration.ofSeconds(60));
        assertThat(gate.acquire(25, express)).isEmpty();
        assertThat(List.of(permits("succeeded"), permits("abandoned"), permits("throttled"), permits("refused")))
                .containsExactly(1.0, 1.0, 1.0, 1.0);
        assertThat(waits("bulk")).isEqualTo(3);
        assertThat(waits("express")).isEqualTo(1);
    }

    private final AtomicLong nanoTime = new AtomicLong(-7);
    private final LongSupplier nanos = PressureGate.since1970(clock, nanoTime::get);

    @Test
    void itsTimeBeginsAtTheClocksTime() {
        assertThat(Instant.ofEpochSecond(0, nanos.getAsLong())).isEqualTo(SettableClock.START);
    }

    @Test
    void itsTimeFollowsTheMonotonicClockAndNeverStepsBack() {
        long start = nanos.getAsLong();
        clock.advance(Duration.ofHours(-1));
        nanoTime.addAndGet(5);
        assertThat(nanos.getAsLong()).isEqualTo(start + 5);
    }

    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final TokenBucket bucket = new TokenBucket();
    private long now = Duration.ofDays(20_000).toNanos();

    /** Sends requests of 25 units as soon as allowed. Returns the units sent in a second. */
    private int send(double rate) {
        int units = 0;
        long end = now + SECOND;
        while (now < end) {
            long wait = bucket.nanosUntilFree(now, rate);
            if (wait <= 0) {
                bucket.take(now, rate, 25);
                units += 25;
            }
            now += Math.max(wait, 0);
        }
        return units;
    }

    @Test
    void theBucketLetsThroughWhatTheRateAllows() {
        assertThat(send(10)).isLessThanOrEqualTo(35);
        assertThat(send(1_000)).isBetween(975, 1_050);
        assertThat(send(40_000)).isBetween(39_900, 40_900);
    }

    @Test
    void theBucketSavesUpToAFiftiethOfASecond() {
        send(1_000);
        now += 3_600 * SECOND;
        assertThat(send(1_000)).isBetween(1_000, 1_050);
    }

    @Test
    void theBucketNeverWaitsWithoutALimit() {
        for (int i = 0; i < 1_000; i++) {
            assertThat(bucket.nanosUntilFree(now, AdaptiveRate.UNLIMITED)).isZero();
            bucket.take(now, AdaptiveRate.UNLIMITED, 25);
        }
        assertThat(bucket.nanosUntilFree(now, 1_000)).isLessThanOrEqualTo(SECOND / 40 + 1);
    }
}
