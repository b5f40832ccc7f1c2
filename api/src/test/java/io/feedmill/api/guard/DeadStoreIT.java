package io.feedmill.api.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.FeedmillApi;
import io.feedmill.api.StartedApi;
import io.feedmill.testkit.server.AwsProperties;
import java.net.URI;
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
            assertThat(context.getBean(DependenciesHealthIndicator.class)
                            .health()
                            .getStatus())
                    .isEqualTo(Status.OUT_OF_SERVICE);
        } finally {
            endpoints.close();
        }
    }
}
