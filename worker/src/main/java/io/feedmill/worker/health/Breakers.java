package io.feedmill.worker.health;

import io.feedmill.worker.metrics.WorkerMetrics;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.State;
import io.github.resilience4j.circuitbreaker.CircuitBreaker.StateTransition;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * A circuit breaker for each dependency. They refuse no call: an open one pauses polling, so that messages wait in their queue rather than fail
 * one after the other. Half-open, the first call that ends decides, whoever made it. Thread-safe.
 */
@Component
public final class Breakers {
    private static final Logger LOG = LoggerFactory.getLogger(Breakers.class);
    private static final String[] STATES = Stream.of(State.CLOSED, State.HALF_OPEN, State.OPEN)
            .map(Breakers::label)
            .toArray(String[]::new);

    private final Map<Dependency, CircuitBreaker> breakers = new EnumMap<>(Dependency.class);

    public Breakers(BreakerSettings settings, WorkerMetrics metrics, Clock clock) {
        CircuitBreakerConfig config = config(settings, clock);
        for (Dependency dependency : Dependency.values()) {
            CircuitBreaker breaker = CircuitBreaker.of(dependency.label(), config);
            breaker.getEventPublisher().onStateTransition(event -> log(dependency, event.getStateTransition()));
            breakers.put(dependency, breaker);
            metrics.breaker(dependency.label(), () -> state(dependency), STATES);
        }
    }

    private static CircuitBreakerConfig config(BreakerSettings settings, Clock clock) {
        return CircuitBreakerConfig.custom()
                .slidingWindow(settings.window(), settings.minimumCalls(), SlidingWindowType.COUNT_BASED)
                .failureRateThreshold(settings.failureRate())
                .waitDurationInOpenState(settings.open())
                .permittedNumberOfCallsInHalfOpenState(1)
                .clock(clock)
                .build();
    }

    private static void log(Dependency dependency, StateTransition transition) {
        if (transition == StateTransition.CLOSED_TO_OPEN) {
            LOG.atWarn().addKeyValue("dependency", dependency.label()).log("Does not answer: polling pauses");
        }
        if (transition == StateTransition.HALF_OPEN_TO_CLOSED) {
            LOG.atInfo().addKeyValue("dependency", dependency.label()).log("Answers again: polling resumes");
        }
    }

    /** A call was answered, with whatever. */
    public void answered(Dependency dependency) {
        breaker(dependency).onSuccess(0, TimeUnit.NANOSECONDS);
    }

    /** A call was not answered, or only with a failure of the dependency's own. */
    public void failed(Dependency dependency, Throwable failure) {
        breaker(dependency).onError(0, TimeUnit.NANOSECONDS, failure);
    }

    /** How much may be polled: what the worst-off dependency allows. Asking lets a breaker become half-open when its time has come. */
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

    /** Whether nothing speaks against a dependency. */
    public boolean closed(Dependency dependency) {
        return breaker(dependency).getState() == State.CLOSED;
    }

    /** Whether nothing speaks against any dependency. */
    public boolean allClosed() {
        return breakers.keySet().stream().allMatch(this::closed);
    }

    /** {@code closed}, {@code half-open} or {@code open}. */
    public String state(Dependency dependency) {
        return label(breaker(dependency).getState());
    }

    private static String label(State state) {
        return state.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private CircuitBreaker breaker(Dependency dependency) {
        return Objects.requireNonNull(breakers.get(dependency));
    }
}
