package io.feedmill.api.guard;

import io.feedmill.api.guard.StorageGuard.GuardLimits;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.TableSettings;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Function;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The guards of the calls to DynamoDB and of the sends to SQS. */
@Configuration(proxyBeanMethods = false)
class GuardConfiguration {
    /** A call that waits longer for a connection is rejected: its caller may try again elsewhere. */
    private static final Duration MAX_WAIT = Duration.ofMillis(500);

    private final GuardLimits limits;
    private final Function<String, Breaker> breakers;

    GuardConfiguration(TableSettings tables, BreakerSettings breaker, MeterRegistry registry, Clock clock) {
        this.limits = new GuardLimits(tables.connections(), MAX_WAIT);
        this.breakers = dependency -> new Breaker(dependency, breaker, registry, clock);
    }

    @Bean
    StorageGuard storeGate(ApiMetrics metrics) {
        StorageGuard guard = new StorageGuard(Dependency.STORE, limits, breakers, System::nanoTime);
        metrics.gauge(ApiMetrics.STORE_CALLS, "Calls to DynamoDB in progress", guard::inProgress);
        return guard;
    }

    @Bean
    StorageGuard queueGate(ApiMetrics metrics) {
        StorageGuard guard = new StorageGuard(Dependency.QUEUE, limits, breakers, System::nanoTime);
        metrics.gauge(ApiMetrics.QUEUE_CALLS, "Sends to SQS in progress", guard::inProgress);
        return guard;
    }
}
