package io.feedmill.worker.relay;

import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.WorkDeadlines;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/** The sweep and its schedule. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
@EnableConfigurationProperties(RelaySettings.class)
class RelayConfiguration {
    private static final int SCHEDULES = 4;

    /** Does not sweep while a breaker is open: a sweep that cannot send would only postpone the jobs that it claims. */
    @Bean
    Sweep sweep(OutboxStore outbox, Relay relay, WorkerMetrics metrics, WorkDeadlines deadlines, Breakers breakers) {
        return new Sweep(outbox, relay, metrics, () -> deadlines.stopping() || breakers.polling() == Polling.NONE);
    }

    /** The threads of all schedules, so that a long sweep delays no other. */
    @Bean
    ThreadPoolTaskScheduler taskScheduler() {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setPoolSize(SCHEDULES);
        scheduler.setThreadNamePrefix("schedule-");
        scheduler.setDaemon(true);
        return scheduler;
    }
}
