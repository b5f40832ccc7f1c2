package io.feedmill.api.guard;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.FakeApi;
import io.feedmill.testkit.BoundSettings;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.springframework.boot.availability.AvailabilityChangeEvent;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;

/** A process answers reads before it says that it is ready. */
class WarmUpIT {
    private final AtomicLong whenReady = new AtomicLong(-1);

    private ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(FakeApi.class)
                .profiles("local")
                .properties("server.port=0", "management.server.port=0", "spring.main.banner-mode=off")
                .listeners((ApplicationListener<AvailabilityChangeEvent<ReadinessState>>) this::record)
                .run();
    }

    private void record(AvailabilityChangeEvent<ReadinessState> event) {
        if (event.getState() == ReadinessState.ACCEPTING_TRAFFIC
                && event.getSource() instanceof ConfigurableApplicationContext context) {
            whenReady.set(context.getBean(MeterRegistry.class).find("http.server.requests").timers().stream()
                    .mapToLong(Timer::count)
                    .sum());
        }
    }

    @Test
    void readsBeforeItIsReady() {
        try (ConfigurableApplicationContext context = start()) {
            assertThat(context.isRunning()).isTrue();
            assertThat(whenReady).hasValueGreaterThan(WarmUp.ROUNDS * WarmUp.READERS);
        }
    }

    @Test
    void takesUpTo10Seconds() {
        assertThat(BoundSettings.bind("feedmill.warm-up", WarmUp.Settings.class, Map.of()))
                .isEqualTo(new WarmUp.Settings(Duration.ofSeconds(10)));
    }
}
