package io.feedmill.api.guard;

import io.feedmill.common.key.MonotonicTicks;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** The ticks of posts, as part of liveness: after the clock was set back by more than a minute, only a new process gives them. */
@Component
record TicksHealthIndicator(MonotonicTicks clock) implements HealthIndicator {
    @Override
    public Health health() {
        return clock.isAhead() ? Health.down().build() : Health.up().build();
    }
}
