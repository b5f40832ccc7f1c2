package io.feedmill.worker.health;

import io.feedmill.common.breaker.Dependency;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** The breakers, as part of readiness. The process resumes by itself when its dependencies answer again. */
@Component
public record DependenciesHealthIndicator(Breakers breakers) implements HealthIndicator {

    @Override
    public Health health() {
        Health.Builder health = Health.up();
        for (Dependency dependency : Dependency.values()) {
            health.withDetail(dependency.label(), breakers.of(dependency).describe());
        }
        if (!breakers.allClosed()) {
            health.outOfService();
        }
        return health.build();
    }
}
