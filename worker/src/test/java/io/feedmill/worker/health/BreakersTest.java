package io.feedmill.worker.health;

import static io.feedmill.common.breaker.Dependency.QUEUE;
import static io.feedmill.common.breaker.Dependency.STORE;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.OffClock;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.health.Breakers.Polling;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class BreakersTest {
    private static final Duration OPEN = Duration.ofSeconds(5);
    private static final Duration SLOW = Duration.ofMillis(500);

    private final SettableClock clock = new SettableClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final ClockOffset offset = new ClockOffset(clock, meters);
    private final Breakers breakers = new Breakers(new BreakerSettings(20, 10, SLOW, OPEN), meters, offset, clock);

    private void fail(Dependency dependency, int calls) {
        for (int i = 0; i < calls; i++) {
            breakers.of(dependency)
                    .failed(new StorageException(Kind.TRANSIENT, "ApiCallTimeoutException"), Duration.ZERO);
        }
    }

    private void answer(Dependency dependency, int calls) {
        for (int i = 0; i < calls; i++) {
            breakers.of(dependency).answered(SLOW);
        }
    }

    private double state(String dependency, String state) {
        return meters.get("feedmill.breaker.state")
                .tags("dependency", dependency, "state", state)
                .gauge()
                .value();
    }

    private void halfOpen(Dependency dependency) {
        fail(dependency, 10);
        clock.advance(OPEN.plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
    }

    @Test
    void everythingIsPolledAtFirst() {
        assertThat(breakers.polling()).isEqualTo(Polling.ALL);
        assertThat(breakers.health().getStatus()).isEqualTo(Status.UP);
        assertThat(state("store", "closed")).isEqualTo(1);
        assertThat(state("store", "open")).isZero();
    }

    @Test
    void nothingIsPolledWhileTheClockIsMoreThanFiveMinutesOff() {
        for (Duration off : List.of(Duration.ofSeconds(302), Duration.ofSeconds(-302))) {
            OffClock.answer(offset, clock.instant(), off);
            assertThat(breakers.polling()).isEqualTo(Polling.NONE);
            assertThat(breakers.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
            clock.advance(Duration.ofSeconds(2));
            OffClock.answer(offset, clock.instant(), off.dividedBy(2));
            assertThat(breakers.polling()).isEqualTo(Polling.ALL);
            assertThat(breakers.health().getStatus()).isEqualTo(Status.UP);
            clock.advance(Duration.ofSeconds(2));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 100})
    void halfOfTheLastCallsOpenABreakerAndAFewFailuresDoNot(int answers) {
        answer(STORE, answers);
        fail(STORE, 9);
        assertThat(breakers.polling()).isEqualTo(Polling.ALL);
        fail(STORE, 1);
        assertThat(breakers.polling()).isEqualTo(Polling.NONE);
    }

    @Test
    void readinessNamesTheFailingDependency() {
        fail(QUEUE, 10);
        assertThat(breakers.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(breakers.health().getDetails())
                .containsEntry("queue", "open: ApiCallTimeoutException")
                .containsEntry("store", "closed");
        assertThat(state("queue", "open")).isEqualTo(1);
        assertThat(state("queue", "closed")).isZero();
    }

    @Test
    void aProbeComesAfterTheOpenTime() {
        fail(STORE, 10);
        clock.advance(OPEN);
        assertThat(breakers.polling()).isEqualTo(Polling.NONE);
        clock.advance(Duration.ofMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        assertThat(breakers.health().getDetails()).containsEntry("store", "half-open: ApiCallTimeoutException");
    }

    @Test
    void aSuccessfulProbeClosesTheBreaker() {
        halfOpen(STORE);
        answer(STORE, 1);
        assertThat(breakers.polling()).isEqualTo(Polling.ALL);
    }

    @Test
    void aFailedProbeOpensTheBreakerAgain() {
        halfOpen(STORE);
        fail(STORE, 1);
        assertThat(breakers.polling()).isEqualTo(Polling.NONE);
        clock.advance(OPEN.plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
    }

    /** A poll that was open when the queue's breaker opened says nothing about the store. */
    @Test
    void eachDependencyIsProvedByItsOwnCalls() {
        halfOpen(STORE);
        answer(QUEUE, 100);
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
    }

    @Test
    void theWorstDependencyDecides() {
        halfOpen(STORE);
        fail(QUEUE, 10);
        assertThat(breakers.polling()).isEqualTo(Polling.NONE);
        assertThat(breakers.allClosed()).isFalse();
    }

    @Test
    void slowCallsOpenABreaker() {
        for (int i = 0; i < 9; i++) {
            breakers.of(STORE).answered(SLOW.plusMillis(1));
        }
        assertThat(breakers.polling()).isEqualTo(Polling.ALL);
        breakers.of(STORE).answered(SLOW.plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.NONE);
        assertThat(breakers.health().getDetails()).containsEntry("store", "open: SlowCalls");
        assertThat(openings("SlowCalls")).isEqualTo(1);
    }

    private double openings(String reason) {
        return meters.get("feedmill.breaker.openings")
                .tags("dependency", "store", "reason", reason)
                .counter()
                .count();
    }

    /** Every message would meet the same refusal. */
    @Test
    void oneForbiddenCallOpensABreaker() {
        answer(STORE, 20);
        breakers.of(STORE).failed(new StorageException(Kind.FORBIDDEN, "ExpiredTokenException"), Duration.ZERO);
        assertThat(breakers.polling()).isEqualTo(Polling.NONE);
        assertThat(breakers.health().getDetails()).containsEntry("store", "open: ExpiredTokenException");
        assertThat(openings("ExpiredTokenException")).isEqualTo(1);
        clock.advance(OPEN.plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        breakers.of(STORE).failed(new StorageException(Kind.FORBIDDEN, "ExpiredTokenException"), Duration.ZERO);
        assertThat(breakers.polling()).isEqualTo(Polling.NONE);
        assertThat(openings("ExpiredTokenException")).isEqualTo(1);
    }

    /** An outage of hours is logged once at its start and once at its end. */
    @Test
    void aLongOutageTakesTwoLinesOfTheLog(CapturedOutput output) {
        fail(STORE, 10);
        for (int probe = 0; probe < 1_000; probe++) {
            clock.advance(OPEN.plusMillis(1));
            assertThat(breakers.polling()).isEqualTo(Polling.ONE);
            fail(STORE, 1);
        }
        clock.advance(OPEN.plusMillis(1));
        assertThat(breakers.polling()).isEqualTo(Polling.ONE);
        answer(STORE, 1);
        assertThat(output.getOut().lines().filter(line -> line.contains("Circuit breaker")))
                .satisfiesExactly(
                        line -> assertThat(line).contains("store", "Circuit breaker opened"),
                        line -> assertThat(line).contains("store", "Circuit breaker closed"));
    }
}
