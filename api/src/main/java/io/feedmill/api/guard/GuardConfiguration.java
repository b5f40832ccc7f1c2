package io.feedmill.api.guard;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.SideBySide;
import io.feedmill.common.time.ProcessTime;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.stereotype.Component;

/** The guards of the calls to DynamoDB and of the sends to SQS, and what health tells of them. */
@Configuration(proxyBeanMethods = false)
record GuardConfiguration(
        TableSettings tables,
        BreakerSettings settings,
        MeterRegistry registry,
        ApiMetrics metrics,
        Clock clock,
        ProcessTime time) {
    /** A call that waits longer for a connection is rejected: its caller may try again elsewhere. */
    private static final Duration MAX_WAIT = Duration.ofMillis(500);

    @Bean
    StorageGuard storeGate() {
        return guard(Dependency.STORE, "feedmill.store.calls.in.progress", "Calls to DynamoDB in progress");
    }

    /** Leaves most connections to the first calls of requests. */
    @Bean
    SideBySide sideBySide() {
        return new SideBySide(Math.max(1, tables.connections() / 4));
    }

    @Bean
    StorageGuard queueGate() {
        return guard(Dependency.QUEUE, "feedmill.queue.calls.in.progress", "Sends to SQS in progress");
    }

    /** Leaves half of the connections to views, and to calls that send before they answer. A stop waits for the sends in progress. */
    @Bean(destroyMethod = "join")
    WorkSender workSender(QueueSender queue) {
        return new WorkSender(queue, metrics, Math.max(1, tables.connections() / 2));
    }

    /**
     * The breakers and the clock, as part of readiness. A half-open one is ready: the next request is the probe that closes it, and none comes to a
     * process that is not ready. Without SQS the process is ready, too: it reads, and it accepts posts.
     */
    @Component("dependenciesHealthIndicator")
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

    /** The ticks of posts, as part of liveness: after the clock was set back by more than a minute, only a new process gives them. */
    @Component("ticksHealthIndicator")
    record TicksHealthIndicator(MonotonicTicks clock) implements HealthIndicator {
        @Override
        public Health health() {
            return clock.isAhead() ? Health.down().build() : Health.up().build();
        }
    }

    private StorageGuard guard(Dependency dependency, String gauge, String description) {
        StorageGuard guard = new StorageGuard(
                dependency,
                tables.connections(),
                MAX_WAIT,
                name -> new Breaker(name, settings, registry, clock),
                time::nanoTime);
        metrics.gauge(gauge, description, guard::inProgress);
        return guard;
    }
}
