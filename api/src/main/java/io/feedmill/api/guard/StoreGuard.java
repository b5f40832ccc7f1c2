package io.feedmill.api.guard;

import io.feedmill.api.ApiMetrics;
import io.feedmill.common.dynamo.CallGate;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Admits as many calls to the store as there are connections, so that the timeout of a call does not run while it waits for one,
 * and rejects all calls while the store does not answer. Thread-safe.
 */
@Component
public final class StoreGuard implements CallGate {
    private static final Logger LOG = LoggerFactory.getLogger(StoreGuard.class);
    private static final String NAME = "store";
    private static final String[] STATES = Stream.of(State.CLOSED, State.HALF_OPEN, State.OPEN)
            .map(StoreGuard::label)
            .toArray(String[]::new);

    private final Bulkhead bulkhead;
    private final CircuitBreaker breaker;

    StoreGuard(GuardSettings settings, TableSettings tables, ApiMetrics metrics, Clock clock) {
        bulkhead = Bulkhead.of(
                NAME,
                BulkheadConfig.custom()
                        .maxConcurrentCalls(tables.connections())
                        .maxWaitDuration(settings.maxWait())
                        .writableStackTraceEnabled(false)
                        .build());
        breaker = CircuitBreaker.of(NAME, breaker(settings, clock));
        breaker.getEventPublisher().onStateTransition(event -> log(event.getStateTransition()));
        metrics.breaker(NAME, this::state, STATES);
        metrics.inProgress(
                ApiMetrics.STORE_CALLS,
                "Calls to the store in progress",
                () -> tables.connections() - bulkhead.getMetrics().getAvailableConcurrentCalls());
    }

    private static CircuitBreakerConfig breaker(GuardSettings settings, Clock clock) {
        return CircuitBreakerConfig.custom()
                .slidingWindow(settings.window(), settings.minimumCalls(), SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(settings.failureRate())
                .waitDurationInOpenState(settings.open())
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(clock)
                .build();
    }

    private static void log(StateTransition transition) {
        if (transition == StateTransition.CLOSED_TO_OPEN) {
            LOG.warn("Store unavailable, calls rejected");
        }
        if (transition == StateTransition.HALF_OPEN_TO_CLOSED) {
            LOG.info("Store available again");
        }
    }

    @Override
    public Permit acquire() {
        if (!breaker.tryAcquirePermission()) {
            throw new StorageException(Kind.REJECTED, "BreakerOpen");
        }
        if (!bulkhead.tryAcquirePermission()) {
            breaker.releasePermission();
            throw new StorageException(Kind.REJECTED, "BulkheadFull");
        }
        return new GuardPermit();
    }

    /** Returns {@code closed}, {@code half-open} or {@code open}. An open breaker becomes half-open here after its wait. */
    String state() {
        if (breaker.getState() == State.OPEN && breaker.tryAcquirePermission()) {
            breaker.releasePermission();
        }
        return label(breaker.getState());
    }

    private static String label(State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private final class GuardPermit implements Permit {
        @Override
        public void answered() {
            bulkhead.onComplete();
            breaker.onSuccess(0, TimeUnit.NANOSECONDS);
        }

        @Override
        public void unanswered() {
            bulkhead.onComplete();
            breaker.onError(0, TimeUnit.NANOSECONDS, new StorageException(Kind.TRANSIENT, "Unanswered"));
        }
    }
}
