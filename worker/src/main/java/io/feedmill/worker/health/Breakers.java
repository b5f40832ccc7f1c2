package io.feedmill.worker.health;

import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * A circuit breaker for each dependency. Breakers refuse no call: an open one pauses polling, so that messages wait in their queue instead of
 * failing one by one. The first call that ends decides a half-open one. Thread-safe.
 */
@Component
public final class Breakers {
    private static final Logger LOG = LoggerFactory.getLogger(Breakers.class);
    private static final String SLOW = "SlowCalls";
    private static final String[] STATES = Stream.of(State.CLOSED, State.HALF_OPEN, State.OPEN)
            .map(Breakers::label)
            .toArray(String[]::new);

    private final Map<Dependency, CircuitBreaker> breakers = new EnumMap<>(Dependency.class);
    private final Map<Dependency, String> reasons = new ConcurrentHashMap<>();
    private final WorkerMetrics metrics;
    private final Duration slowCall;

    public Breakers(BreakerSettings settings, WorkerMetrics metrics, Clock clock) {
        this.slowCall = settings.slowCall();
        this.metrics = metrics;
        CircuitBreakerConfig config = config(settings, clock);
        for (Dependency dependency : Dependency.values()) {
            CircuitBreaker breaker = CircuitBreaker.of(dependency.label(), config);
            breaker.getEventPublisher().onStateTransition(event -> log(dependency, event.getStateTransition()));
            breakers.put(dependency, breaker);
            metrics.breaker(dependency.label(), () -> state(dependency), STATES);
            metrics.pauses(dependency.label(), SLOW);
        }
    }

    private static CircuitBreakerConfig config(BreakerSettings settings, Clock clock) {
        return CircuitBreakerConfig.custom()
                .slidingWindow(settings.window(), settings.minimumCalls(), SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(settings.failureRate())
                .slowCallDurationThreshold(settings.slowCall())
                .slowCallRateThreshold(settings.slowRate())
                .waitDurationInOpenState(settings.open())
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(clock)
                .build();
    }

    private void log(Dependency dependency, StateTransition transition) {
        if (transition == StateTransition.CLOSED_TO_OPEN) {
            metrics.pauses(dependency.label(), reason(dependency)).increment();
            LOG.atWarn()
                    .addKeyValue("dependency", dependency.label())
                    .addKeyValue("reason", reason(dependency))
                    .log("Dependency unavailable, polling paused");
        }
        if (transition == StateTransition.HALF_OPEN_TO_CLOSED) {
            LOG.atInfo().addKeyValue("dependency", dependency.label()).log("Dependency available, polling resumed");
        }
    }

    /** A call was answered, successfully or not, after this time. */
    public void answered(Dependency dependency, Duration took) {
        if (took.compareTo(slowCall) > 0) {
            reasons.put(dependency, SLOW);
        }
        breaker(dependency).onSuccess(took.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** A call was not answered, or with a server error. */
    public void failed(Dependency dependency, StorageException failure) {
        reasons.put(dependency, failure.reason());
        breaker(dependency).onError(0, TimeUnit.NANOSECONDS, failure);
    }

    /** A call was refused because this process may not make it: every message would meet the same, so that one such call opens the breaker. */
    public void forbidden(Dependency dependency, StorageException failure) {
        failed(dependency, failure);
        CircuitBreaker breaker = breaker(dependency);
        if (breaker.getState() == State.CLOSED) {
            breaker.transitionToOpenState();
        }
    }

    /** Returns why the breaker opened last: an error code, the class of an exception, or {@code SlowCalls}. */
    public String reason(Dependency dependency) {
        return reasons.getOrDefault(dependency, "");
    }

    /** Returns how much polling all breakers allow. An open breaker becomes half-open here after its wait. */
    public Polling polling() {
        return breakers.values().stream()
                .map(Breakers::polling)
                .min(Polling::compareTo)
                .orElse(Polling.ALL);
    }

    private static Polling polling(CircuitBreaker breaker) {
        if (breaker.getState() == State.OPEN) {
            breaker.tryAcquirePermission();
        }
        return switch (breaker.getState()) {
            case CLOSED, DISABLED, METRICS_ONLY -> Polling.ALL;
            case HALF_OPEN -> Polling.ONE;
            case OPEN, FORCED_OPEN -> Polling.NONE;
        };
    }

    /** Whether the breaker of a dependency is closed. */
    public boolean closed(Dependency dependency) {
        return breaker(dependency).getState() == State.CLOSED;
    }

    /** Whether all breakers are closed. */
    public boolean allClosed() {
        return breakers.keySet().stream().allMatch(this::closed);
    }

    /** Returns {@code closed}, {@code half-open} or {@code open}. */
    public String state(Dependency dependency) {
        return label(breaker(dependency).getState());
    }

    private static String label(State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private CircuitBreaker breaker(Dependency dependency) {
        return Objects.requireNonNull(breakers.get(dependency));
    }

    /** How many messages may be polled, the fewest first. */
    public enum Polling {
        /** None: a dependency is unavailable. */
        NONE,
        /** One message, to probe a dependency. */
        ONE,
        /** Up to the concurrency. */
        ALL
    }

    /** A service that a worker depends on. */
    public enum Dependency {
        /** DynamoDB. */
        STORE("store"),
        /** SQS. */
        QUEUE("queue");

        private final String label;

        Dependency(String label) {
            this.label = label;
        }

        /** Returns the name in metrics, health and logs. */
        public String label() {
            return label;
        }
    }
}
