package io.feedmill.common.breaker;

import io.feedmill.common.metrics.Meters;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The circuit breaker of a dependency, with its metrics, its log and the cause of its opening. It opens when calls fail, when they are slow, and at
 * the first call that this process may not make. Every other refusal is an answer. One call decides a half-open one. Thread-safe.
 */
public final class Breaker {
    /** The reason of a breaker that opened because calls were slow. */
    public static final String SLOW = "SlowCalls";

    /** Percentage of failed calls. A dependency with a half of its hosts down is as good as down, and single timeouts do not open a breaker. */
    private static final int FAILURE_RATE = 50;

    /** Percentage of slow calls. They still succeed, so nearly all must be slow before calls are given up. */
    private static final int SLOW_RATE = 80;

    private static final Logger LOG = LoggerFactory.getLogger(Breaker.class);

    private final CircuitBreaker breaker;
    private final MeterRegistry registry;
    private volatile String reason = "";

    /** @param dependency the name in metrics, health and logs */
    public Breaker(String dependency, BreakerSettings settings, MeterRegistry registry, Clock clock) {
        this.breaker = CircuitBreaker.of(dependency, config(settings, clock));
        this.registry = registry;
        breaker.getEventPublisher().onStateTransition(event -> changed(event.getStateTransition()));
        List.of(State.CLOSED, State.HALF_OPEN, State.OPEN).forEach(this::registerGauge);
        openings(SLOW);
    }

    private static CircuitBreakerConfig config(BreakerSettings settings, Clock clock) {
        return CircuitBreakerConfig.custom()
                .slidingWindow(settings.window(), settings.minimumCalls(), SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(FAILURE_RATE)
                .slowCallDurationThreshold(settings.slowCall())
                .slowCallRateThreshold(SLOW_RATE)
                .waitDurationInOpenState(settings.open())
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(clock)
                .build();
    }

    private void registerGauge(State state) {
        Gauge.builder("feedmill.breaker.state", () -> breaker.getState() == state ? 1 : 0)
                .description("1 for the state that the breaker of a dependency is in")
                .tag("dependency", breaker.getName())
                .tag("state", label(state))
                .register(registry);
    }

    private Counter openings(String cause) {
        String description = "Times that the breaker of a dependency has opened";
        return Meters.counter(
                registry, "feedmill.breaker.openings", description, "dependency", breaker.getName(), "reason", cause);
    }

    /** An outage is logged and counted once, however many probes fail. */
    private void changed(StateTransition transition) {
        if (transition == StateTransition.CLOSED_TO_OPEN) {
            openings(reason).increment();
            LOG.atWarn()
                    .addKeyValue("dependency", breaker.getName())
                    .addKeyValue("reason", reason)
                    .log("Circuit breaker opened");
        }
        if (transition == StateTransition.HALF_OPEN_TO_CLOSED) {
            LOG.atInfo().addKeyValue("dependency", breaker.getName()).log("Circuit breaker closed");
        }
    }

    /** A call was answered after this time. */
    public void answered(Duration took) {
        if (took.compareTo(breaker.getCircuitBreakerConfig().getSlowCallDurationThreshold()) > 0) {
            reason = SLOW;
        }
        breaker.onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A call failed or was refused after this time. */
    public void failed(StorageException failure, Duration took) {
        boolean forbidden = failure.kind() == Kind.FORBIDDEN;
        if (!forbidden && StorageErrors.refused(failure)) {
            answered(took);
            return;
        }
        reason = failure.reason();
        breaker.onError(took.toNanos(), TimeUnit.NANOSECONDS, failure);
        if (forbidden && breaker.getState() == State.CLOSED) {
            breaker.transitionToOpenState();
        }
    }

    /** Takes a permission for a call; false while it is open, and for all but one call while it is half-open. */
    public boolean tryAcquire() {
        return breaker.tryAcquirePermission();
    }

    /** Returns the permission of a call that had no outcome. */
    public void release() {
        breaker.releasePermission();
    }

    /** Whether it is open. It becomes half-open here after its wait. */
    public boolean isOpen() {
        if (breaker.getState() == State.OPEN && breaker.tryAcquirePermission()) {
            breaker.releasePermission();
        }
        return breaker.getState() == State.OPEN;
    }

    public boolean isClosed() {
        return breaker.getState() == State.CLOSED;
    }

    /** Returns why it opened last: an error code, the class of an exception, or {@link #SLOW}; empty before. */
    public String reason() {
        return reason;
    }

    /** Returns {@code closed}, {@code half-open} or {@code open}. */
    public String state() {
        return label(breaker.getState());
    }

    /** Returns the state, and the reason unless it is closed. */
    public String describe() {
        return isClosed() ? state() : state() + ": " + reason;
    }

    private static String label(State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
