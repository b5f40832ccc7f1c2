package io.feedmill.api.guard;

import static org.awaitility.Awaitility.await;

import io.feedmill.api.FeedmillApi;
import io.feedmill.api.StartedApi;
import io.feedmill.api.guard.GuardConfiguration.DependenciesHealthIndicator;
import io.feedmill.testkit.server.AwsProperties;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;

/** A process that starts while the store is away: its warm-up opens the breaker. */
class DeadStoreIT {
    @Test
    void startsBesideADeadStoreAndIsNotReady() {
        URI dead = URI.create("http://127.0.0.1:1");
        AwsProperties.Scope endpoints = AwsProperties.scope(dead, dead);
        try (ConfigurableApplicationContext context = StartedApi.start(FeedmillApi.class)) {
            // The last calls of the warm-up may end after it.
            await().atMost(Duration.ofSeconds(4))
                    .until(() -> context.getBean(DependenciesHealthIndicator.class)
                            .health()
                            .getStatus()
                            .equals(Status.OUT_OF_SERVICE));
        } finally {
            endpoints.close();
        }
    }
}
