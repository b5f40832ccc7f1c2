package io.feedmill.api.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.guard.GuardConfiguration.DependenciesHealthIndicator;
import io.feedmill.api.guard.GuardConfiguration.TicksHealthIndicator;
import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.breaker.StorageGate.CallPermit;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.OffClock;
import io.feedmill.testkit.SettableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class StorageGuardTest {
    private static final Duration OPEN = Duration.ofSeconds(2);
    private static final Duration SLOW = Duration.ofMillis(500);
    private static final String HOMES = "Query homes";
    private static final String ROOMS = "Query rooms";
    private final StorageException unanswered = new StorageException(Kind.TRANSIENT, "ApiCallTimeoutException");
    private final StorageException denied = new StorageException(Kind.FORBIDDEN, "AccessDeniedException");

    private final SettableClock clock = new SettableClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StorageGuard guard = guard(Dependency.STORE, Duration.ZERO);
    private final StorageGuard queue = guard(Dependency.QUEUE, Duration.ZERO);
    private final ClockOffset offset = new ClockOffset(clock, meters);
    private final DependenciesHealthIndicator health = new DependenciesHealthIndicator(guard, queue, offset);

    /** Two connections; the breaker opens when half of at least 4 calls fail. */
    private StorageGuard guard(Dependency dependency, Duration maxWait) {
        BreakerSettings settings = new BreakerSettings(10, 4, SLOW, OPEN);
        return new StorageGuard(
                dependency, 2, maxWait, name -> new Breaker(name, settings, meters, clock), clock::nanoTime);
    }

    private void failed(StorageGuard guard, int calls) {
        for (int i = 0; i < calls; i++) {
            guard.acquire(HOMES).failed(unanswered);
        }
    }

    private void assertRefused(String call, Kind kind, String reason) {
        assertThatThrownBy(() -> guard.acquire(call)).isInstanceOfSatisfying(StorageException.class, e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e.reason()).isEqualTo(reason);
        });
    }

    private double openings(String dependency, String reason) {
        return meters.get("feedmill.breaker.openings")
                .tags("dependency", dependency, "reason", reason)
                .counter()
                .count();
    }

    private void assertReady(boolean ready) {
        assertThat(health.health().getStatus()).isEqualTo(ready ? Status.UP : Status.OUT_OF_SERVICE);
    }

    @Test
    void isNotReadyWhileTheClockIsMoreThanFiveMinutesOff() {
        assertReady(true);
        OffClock.answer(offset, clock.instant(), Duration.ofSeconds(302));
        assertReady(false);
        clock.advance(Duration.ofSeconds(2));
        OffClock.answer(offset, clock.instant(), Duration.ofSeconds(-298));
        assertReady(true);
    }

    @Test
    void isDeadWhenTheClockWasSetBackByMoreThanAMinute() {
        MonotonicTicks ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
        TicksHealthIndicator life = new TicksHealthIndicator(ticks);
        ticks.next();
        assertThat(life.health().getStatus()).isEqualTo(Status.UP);
        clock.set(clock.instant().minusSeconds(61));
        assertThat(life.health().getStatus()).isEqualTo(Status.DOWN);
    }

    @Test
    void admitsAsManyCallsAsThereAreConnections() {
        CallPermit first = guard.acquire(HOMES);
        guard.acquire(HOMES);
        assertRefused(HOMES, Kind.REJECTED, "BulkheadFull");
        assertThat(guard.inProgress()).isEqualTo(2);
        first.answered();
        guard.acquire(HOMES).answered();
        assertThat(guard.inProgress()).isEqualTo(1);
    }

    @Test
    void aCallWaitsForAConnection() throws Exception {
        StorageGuard patient = guard(Dependency.STORE, Duration.ofSeconds(5));
        CallPermit first = patient.acquire(HOMES);
        patient.acquire(HOMES);
        CompletableFuture<CallPermit> third = CompletableFuture.supplyAsync(() -> patient.acquire(HOMES));
        first.answered();
        assertThat(third.get(5, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void rejectsEverythingWhileTheStoreDoesNotAnswer() {
        failed(guard, 4);
        assertRefused(ROOMS, Kind.REJECTED, "BreakerOpen");
        assertReady(false);
        assertThat(health.health().getDetails())
                .isEqualTo(Map.of("store", "open: ApiCallTimeoutException", "queue", "closed"));
        assertThat(openings("store", "ApiCallTimeoutException")).isEqualTo(1);
    }

    @Test
    void rejectsEverythingWhileTheStoreIsSlow() {
        for (int i = 0; i < 4; i++) {
            CallPermit permit = guard.acquire(HOMES);
            clock.advance(SLOW.plusMillis(1));
            permit.answered();
        }
        assertRefused(HOMES, Kind.REJECTED, "BreakerOpen");
        assertThat(health.health().getDetails()).containsEntry("store", "open: SlowCalls");
        assertThat(openings("store", "SlowCalls")).isEqualTo(1);
    }

    @Test
    void answersKeepItClosed() {
        for (int i = 0; i < 100; i++) {
            guard.acquire(HOMES).answered();
            guard.acquire(HOMES).failed(new StorageException(Kind.THROTTLED, "ThrottlingException"));
            guard.acquire(HOMES).abandoned();
        }
        assertReady(true);
        assertThat(guard.inProgress()).isZero();
    }

    /** No request comes to a process that is not ready, so health alone must end the wait. */
    @Test
    void isReadyForAProbeAfterTheWait() {
        failed(guard, 4);
        clock.advance(OPEN.plusMillis(1));
        assertReady(true);
        CallPermit probe = guard.acquire(HOMES);
        assertRefused(HOMES, Kind.REJECTED, "BreakerOpen");
        probe.answered();
        assertThat(health.health().getDetails()).containsEntry("store", "closed");
    }

    @Test
    void aFailedProbeOpensItAgain() {
        failed(guard, 4);
        clock.advance(OPEN.plusMillis(1));
        failed(guard, 1);
        assertRefused(HOMES, Kind.REJECTED, "BreakerOpen");
    }

    @Test
    void anInterruptedProbeLeavesRoomForTheNext() {
        failed(guard, 4);
        clock.advance(OPEN.plusMillis(1));
        guard.acquire(HOMES).abandoned();
        guard.acquire(HOMES).answered();
        assertThat(health.health().getDetails()).containsEntry("store", "closed");
    }

    @Test
    void oneForbiddenCallRejectsItsLikeAtOnceAndNamesTheCause() {
        guard.acquire(ROOMS).failed(denied);
        assertRefused(ROOMS, Kind.FORBIDDEN, "AccessDeniedException");
        assertReady(false);
        assertThat(health.health().getDetails()).containsEntry(ROOMS, "open: AccessDeniedException");
        assertThat(openings(ROOMS, "AccessDeniedException")).isEqualTo(1);
        clock.advance(OPEN.plusMillis(1));
        assertReady(true);
        guard.acquire(ROOMS).answered();
        assertThat(health.health().getDetails()).isEqualTo(Map.of("store", "closed", "queue", "closed"));
    }

    /** As many requests for the denied table as for the others, for two minutes. */
    @Test
    void aDeniedTableDisturbsNoOther() {
        guard.acquire(ROOMS).failed(denied);
        guard.acquire(HOMES).answered();
        for (int second = 0; second < 120; second++) {
            clock.advance(Duration.ofSeconds(1));
            try {
                guard.acquire(ROOMS).failed(denied);
            } catch (StorageException e) {
                assertThat(e.reason()).isEqualTo("AccessDeniedException");
            }
            guard.acquire(HOMES).answered();
            assertReady(true);
        }
        assertThat(openings(ROOMS, "AccessDeniedException")).isEqualTo(1);
        assertThat(health.health().getDetails()).containsEntry("store", "closed");
    }

    @Test
    void withoutCredentialsItIsNotReady() {
        guard.acquire(HOMES).answered();
        StorageException expired = new StorageException(Kind.FORBIDDEN, "ExpiredTokenException");
        guard.acquire(HOMES).failed(expired);
        guard.acquire(ROOMS).failed(expired);
        assertReady(false);
        clock.advance(OPEN.plusMillis(1));
        guard.acquire(HOMES).failed(expired);
        assertReady(false);
    }

    @Test
    void withoutTheQueueItIsReady() {
        failed(queue, 4);
        assertReady(true);
        assertThat(health.health().getDetails()).containsEntry("queue", "open: ApiCallTimeoutException");
    }
}
