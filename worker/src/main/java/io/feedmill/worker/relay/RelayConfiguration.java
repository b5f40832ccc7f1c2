package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;

/** The parts of the relay that are put together by hand. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@EnableConfigurationProperties(RelaySettings.class)
class RelayConfiguration {

    @Bean
    Sweep sweep(OutboxStore outbox, Relay relay, WorkerMetrics metrics, WorkDeadlines deadlines) {
        return new Sweep(outbox, relay, metrics, deadlines::stopping);
    }
}
