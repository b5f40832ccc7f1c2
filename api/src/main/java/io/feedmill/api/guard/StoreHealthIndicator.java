package io.feedmill.api.guard;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * The breaker of the store, as part of readiness. A half-open one is ready: the next request is the probe that closes it, and
 * none comes to a process that is not ready.
 */
@Component
final class StoreHealthIndicator implements HealthIndicator {
    private final StoreGuard guard;

    StoreHealthIndicator(StoreGuard guard) {
        this.guard = guard;
    }

    @Override
    public Health health() {
        String state = guard.state();
        Health.Builder health = state.equals("open") ? Health.outOfService() : Health.up();
        return health.withDetail("breaker", state).build();
    }
}
