package io.feedmill.worker.health;

import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * A circuit breaker for each dependency, as part of readiness. Breakers refuse no call: an open one pauses polling, so that messages wait in their queue instead of
 * failing one by one. The first call that ends decides a half-open one; after a forbidden call, the first such call. Thread-safe.
 */
@Component("dependencies")
public final class Breakers implements HealthIndicator {
    /** A forbidden call that is not made again must not keep a breaker half-open for longer. */
    private static final Duration FORBIDDEN = Duration.ofMinutes(1);

    private final Map<Dependency, Breaker> breakers = new EnumMap<>(Dependency.class);
    private final Map<Dependency, ForbiddenCall> forbidden = new ConcurrentHashMap<>();
    private final ClockOffset offset;
    private final Clock clock;

    private record ForbiddenCall(String call, Instant at) {}

    public Breakers(BreakerSettings settings, MeterRegistry registry, ClockOffset offset, Clock clock) {
        this.offset = offset;
        this.clock = clock;
        for (Dependency dependency : Dependency.values()) {
            breakers.put(dependency, new Breaker(dependency.value(), settings, registry, clock));
        }
    }

    /** A call was answered after this time. Its operation and table or queue are asked for only after a forbidden call. */
    void answered(Dependency dependency, Supplier<String> call, Duration took) {
        if (of(dependency).isClosed() || proves(dependency, call)) {
            of(dependency).answered(took);
        }
    }

    private boolean proves(Dependency dependency, Supplier<String> call) {
        ForbiddenCall last = forbidden.get(dependency);
        return last == null
                || last.call().equals(call.get())
                || clock.instant().isAfter(last.at().plus(FORBIDDEN));
    }

    void failed(Dependency dependency, Supplier<String> call, StorageException failure, Duration took) {
        if (failure.kind() == Kind.FORBIDDEN) {
            forbidden.put(dependency, new ForbiddenCall(call.get(), clock.instant()));
        } else if (StorageErrors.refused(failure)) {
            answered(dependency, call, took);
            return;
        } else {
            forbidden.remove(dependency);
        }
        of(dependency).failed(failure, took);
    }

    public Breaker of(Dependency dependency) {
        return Objects.requireNonNull(breakers.get(dependency));
    }

    /** Returns how much polling all breakers and the clock allow. An open breaker becomes half-open here after its wait. */
    public Polling polling() {
        return offset.isFarOff()
                ? Polling.NONE
                : breakers.values().stream()
                        .map(Breakers::polling)
                        .min(Polling::compareTo)
                        .orElseThrow();
    }

    private static Polling polling(Breaker breaker) {
        if (breaker.isOpen()) {
            return Polling.NONE;
        }
        return breaker.isClosed() ? Polling.ALL : Polling.ONE;
    }

    public boolean allClosed() {
        return breakers.values().stream().allMatch(Breaker::isClosed);
    }

    /** How many messages may be polled, the fewest first. */
    public enum Polling {
        /** None: a dependency is unavailable, or the clock is far off. */
        NONE,
        /** One message, to probe a dependency. */
        ONE,
        /** Up to the concurrency. */
        ALL
    }

    /** The process resumes by itself when its dependencies answer again. */
    @Override
    public Health health() {
        Health.Builder health = Health.up();
        breakers.forEach((dependency, breaker) -> health.withDetail(dependency.value(), breaker.describe()));
        if (!allClosed()) {
            health.outOfService();
        }
        if (offset.isFarOff()) {
            health.outOfService().withDetail("clock", "more than 5 min off");
        }
        return health.build();
    }
}
