package io.feedmill.worker.health;

import io.feedmill.worker.health.Breakers.Dependency;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** The breakers, as part of readiness. The process resumes by itself when its dependencies answer again. */
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
            boolean closed = breakers.closed(dependency);
            String state = breakers.state(dependency);
            health.withDetail(dependency.label(), closed ? state : state + ": " + breakers.reason(dependency));
            if (!closed) {
                health.outOfService();
            }
        }
        return health.build();
    }
}
