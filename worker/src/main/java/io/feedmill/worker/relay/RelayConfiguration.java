package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.WorkDeadlines;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sweep. */
@Configuration(proxyBeanMethods = false)
class RelayConfiguration {
    /** Does not sweep while a breaker is open: a sweep that cannot send would only postpone the jobs that it claims. */
    @Bean
    Sweep sweep(OutboxStore outbox, Relay relay, WorkerMetrics metrics, WorkDeadlines deadlines, Breakers breakers) {
        return new Sweep(outbox, relay, metrics, () -> deadlines.stopping() || breakers.polling() == Polling.NONE);
    }
}
