package io.feedmill.api.guard;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.storage.SideBySide;
import io.feedmill.common.time.ProcessTime;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The guards of the calls to DynamoDB and of the sends to SQS. */
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
