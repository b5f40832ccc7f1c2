package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.health.PollersHealthIndicator;
import java.time.Clock;
import java.time.Duration;
import java.util.UUID;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.config.FixedDelayTask;

/** The sweep. */
@Configuration(proxyBeanMethods = false)
class RelayConfiguration {

    @Bean
    Patience patience(RelaySettings settings, PollersHealthIndicator pollers) {
        return new Patience(
                settings.maxBackoff(), queue -> pollers.poller(queue).maxWait());
    }

    /** Closed when the process stops. */
    @Bean
    ShardShare shardShare(OutboxStore outbox, RelaySettings settings, Clock clock) {
        return new ShardShare(UUID.randomUUID().toString(), outbox, settings.every(), clock);
    }

    @Bean
    FixedDelayTask sweepSchedule(Sweep sweep, RelaySettings settings) {
        FailureLog failures =
                new FailureLog(LoggerFactory.getLogger(Sweep.class), "Cannot sweep the outbox", "Outbox swept again");
        return new FixedDelayTask(() -> failures.record(sweep::run), settings.every(), Duration.ZERO);
    }
}
