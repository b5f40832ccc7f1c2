package io.feedmill.api.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.ApiMetrics;
import io.feedmill.common.dynamo.CallGate.Permit;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.SettableClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;

class StoreGuardTest {
    private static final Duration OPEN = Duration.ofSeconds(2);

    private final SettableClock clock = new SettableClock();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final StoreGuard guard = guard(Duration.ZERO);
    private final StoreHealthIndicator health = new StoreHealthIndicator(guard);

    /** Two connections; the breaker opens when half of at least 4 calls fail. */
    private StoreGuard guard(Duration maxWait) {
        TableSettings tables =
                BoundSettings.bind("feedmill.tables", TableSettings.class, Map.of("feedmill.tables.connections", "2"));
        return new StoreGuard(new GuardSettings(maxWait, 50, 10, 4, OPEN), tables, new ApiMetrics(meters), clock);
    }

    private void unanswered(int calls) {
        for (int i = 0; i < calls; i++) {
            guard.acquire().unanswered();
        }
    }

    private void assertRejected(String reason) {
        assertThatThrownBy(guard::acquire).isInstanceOfSatisfying(StorageException.class, e -> {
            assertThat(e.kind()).isEqualTo(Kind.REJECTED);
            assertThat(e.reason()).isEqualTo(reason);
        });
    }

    private double inState(String state) {
        return meters.get("feedmill.breaker.state")
                .tags("dependency", "store", "state", state)
                .gauge()
                .value();
    }

    @Test
    void admitsAsManyCallsAsThereAreConnections() {
        Permit first = guard.acquire();
        guard.acquire();
        assertRejected("BulkheadFull");
        assertThat(meters.get(ApiMetrics.STORE_CALLS).gauge().value()).isEqualTo(2);
        first.answered();
        guard.acquire().answered();
        assertThat(meters.get(ApiMetrics.STORE_CALLS).gauge().value()).isEqualTo(1);
    }

    @Test
    void aCallWaitsForAConnection() throws Exception {
        StoreGuard patient = guard(Duration.ofSeconds(5));
        Permit first = patient.acquire();
        patient.acquire();
        CompletableFuture<Permit> third = CompletableFuture.supplyAsync(patient::acquire);
        first.answered();
        assertThat(third.get(5, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void rejectsEverythingWhileTheStoreDoesNotAnswer() {
        unanswered(4);
        assertRejected("BreakerOpen");
        assertThat(health.health().getStatus()).isEqualTo(Status.OUT_OF_SERVICE);
        assertThat(health.health().getDetails()).isEqualTo(Map.of("breaker", "open"));
        assertThat(inState("open")).isEqualTo(1);
    }

    @Test
    void answersKeepItClosed() {
        for (int i = 0; i < 100; i++) {
            guard.acquire().answered();
        }
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        assertThat(inState("closed")).isEqualTo(1);
    }

    /** No request comes to a process that is not ready, so health alone must end the wait. */
    @Test
    void isReadyForAProbeAfterTheWait() {
        unanswered(4);
        clock.advance(OPEN.plusMillis(1));
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        Permit probe = guard.acquire();
        assertRejected("BreakerOpen");
        probe.answered();
        assertThat(inState("closed")).isEqualTo(1);
    }

    @Test
    void aFailedProbeOpensItAgain() {
        unanswered(4);
        clock.advance(OPEN.plusMillis(1));
        unanswered(1);
        assertRejected("BreakerOpen");
    }
}
