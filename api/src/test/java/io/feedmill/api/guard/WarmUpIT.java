package io.feedmill.api.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.FakeApi;
import io.feedmill.api.FeedmillApi;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.FakeQueue;
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.server.AwsProperties;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/** A process answers requests before it says that it is ready. */
class WarmUpIT {

    private final AtomicLong whenReady = new AtomicLong(-1);

    private ConfigurableApplicationContext start(Class<?> api) {
        return new SpringApplicationBuilder(api)
                .profiles("local")
                .properties(
                        "server.port=0",
                        "management.server.port=0",
                        "spring.main.banner-mode=off",
                        "feedmill.guard.open=1m")
                .listeners((ApplicationListener<AvailabilityChangeEvent<ReadinessState>>) this::record)
                .run();
    }

    private void record(AvailabilityChangeEvent<ReadinessState> event) {
        if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC
                && event.getSource() instanceof ConfigurableApplicationContext context) {
            whenReady.set(answers(context).mapToLong(Timer::count).sum());
        }
    }

    private static Stream<Timer> answers(ConfigurableApplicationContext context) {
        return context.getBean(MeterRegistry.class).find("http.server.requests").timers().stream();
    }

    @Test
    void answersRequestsOfEachKindBeforeItIsReady() {
        try (ConfigurableApplicationContext context = start(FakeApi.class)) {
            assertThat(context.isRunning()).isTrue();
            assertThat(whenReady).hasValue((long) WarmUp.ROUNDS * WarmUp.READERS * WarmUp.CALLS.size());
            assertThat(answers(context)
                            .map(answer -> "%s %s %s"
                                    .formatted(
                                            answer.getId().getTag("method"),
                                            answer.getId().getTag("uri"),
                                            answer.getId().getTag("status"))))
                    .contains("GET /v1/feeds/home/{user} 200", "GET /v1/feeds/user/{author} 200")
                    .contains("GET /v1/posts/{id} 404", "POST /v1/posts/{id}/views 404", "POST /v1/posts 400")
                    .noneMatch(answer -> answer.endsWith("500"));
            assertNothingIsWritten(context);
        }
    }

    private static void assertNothingIsWritten(ConfigurableApplicationContext context) {
        FakeStores stores = context.getBean(FakeStores.class);
        UserId user = new UserId("warm-up");
        assertThat(stores.feeds()
                        .page(FeedName.author(user), PageRequest.first(1))
                        .items())
                .isEmpty();
        assertThat(stores.follows().followers(user, null, 1).users()).isEmpty();
        assertThat(context.getBean(FakeQueue.class).sent()).isEmpty();
    }

    @Test
    void startsBesideADeadStoreAndIsNotReady() {
        URI dead = URI.create("http://127.0.0.1:1");
        AwsProperties.Scope endpoints = AwsProperties.scope(dead, dead);
        try (ConfigurableApplicationContext context = start(FeedmillApi.class)) {
            assertThat(whenReady).hasPositiveValue();
            assertThat(context.getBean(DependenciesHealthIndicator.class)
                            .health()
                            .getStatus())
                    .isEqualTo(Status.OUT_OF_SERVICE);
        } finally {
            endpoints.close();
        }
    }

    @Test
    void takesUpTo10Seconds() {
        assertThat(BoundSettings.bind("feedmill.warm-up", WarmUp.Settings.class, Map.of()))
                .isEqualTo(new WarmUp.Settings(Duration.ofSeconds(10)));
    }
}
