package io.feedmill.worker.health;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Part of readiness: which dependency does not answer. The process itself is well, and resumes by itself. */
@Component
public final class DependenciesHealthIndicator implements HealthIndicator {
    private final Breakers breakers;

    public DependenciesHealthIndicator(Breakers breakers) {
        this.breakers = breakers;
    }

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (Dependency dependency : Dependency.values()) {
            health.withDetail(dependency.label(), breakers.state(dependency));
            if (!breakers.closed(dependency)) {
                health.outOfService();
            }
        }
        return health.build();
    }
}
