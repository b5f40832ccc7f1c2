package io.feedmill.worker.health;

import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/**
 * A circuit breaker for each dependency. Breakers refuse no call: an open one pauses polling, so that messages wait in their queue instead of
 * failing one by one. The first call that ends decides a half-open one. Thread-safe.
 */
@Component
public final class Breakers {
    private final Map<Dependency, Breaker> breakers = new EnumMap<>(Dependency.class);

    public Breakers(BreakerSettings settings, MeterRegistry registry, Clock clock) {
        for (Dependency dependency : Dependency.values()) {
            breakers.put(dependency, new Breaker(dependency.label(), settings, registry, clock));
        }
    }

    /** Returns the breaker of a dependency. */
    public Breaker of(Dependency dependency) {
        return Objects.requireNonNull(breakers.get(dependency));
    }

    /** Returns how much polling all breakers allow. An open breaker becomes half-open here after its wait. */
    public Polling polling() {
        return breakers.values().stream()
                .map(Breakers::polling)
                .min(Polling::compareTo)
                .orElse(Polling.ALL);
    }

    private static Polling polling(Breaker breaker) {
        if (breaker.isOpen()) {
            return Polling.NONE;
        }
        return breaker.isClosed() ? Polling.ALL : Polling.ONE;
    }

    /** Whether all breakers are closed. */
    public boolean allClosed() {
        return breakers.values().stream().allMatch(Breaker::isClosed);
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
}
