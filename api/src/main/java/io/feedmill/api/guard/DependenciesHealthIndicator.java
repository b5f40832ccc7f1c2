package io.feedmill.api.guard;

import io.feedmill.common.dynamo.ClockOffset;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/**
 * The breakers and the clock, as part of readiness. A half-open one is ready: the next request is the probe that closes it, and none comes to a process that is not
 * ready. Without SQS the process is ready, too: it reads, and it accepts posts.
 */
@Component
record DependenciesHealthIndicator(
        @Qualifier("storeGate") StorageGuard store,
        @Qualifier("queueGate") StorageGuard queue,
        ClockOffset offset) implements HealthIndicator {
    @Override
    public Health health() {
        Health.Builder health = store.isServing() ? Health.up() : Health.outOfService();
        if (offset.isFarOff()) {
            health.outOfService().withDetail("clock", "more than 5 min off");
        }
        return health.withDetails(store.describe())
                .withDetails(queue.describe())
                .build();
    }
}
