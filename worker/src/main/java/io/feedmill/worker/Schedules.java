package io.feedmill.worker;

import io.feedmill.worker.announcement.AnnouncementSettings;
import io.feedmill.worker.announcement.Announcer;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.health.QueueSizeMonitor;
import io.feedmill.worker.health.WatchSettings;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.relay.Sweep;
import io.feedmill.worker.report.ReportRunner;
import io.feedmill.worker.report.ReportSettings;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.FixedDelayTask;

/** The schedules of a worker. Each pause begins when a run ends; a failed run is followed by the next. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class Schedules {
    private static final Logger LOG = LoggerFactory.getLogger(Schedules.class);

    @Bean
    FixedDelayTask sweepSchedule(Sweep sweep, RelaySettings settings) {
        FailureLog failures = new FailureLog(LOG, "Cannot sweep the outbox", "Outbox swept again");
        return new FixedDelayTask(() -> failures.record(sweep::run), settings.every(), Duration.ZERO);
    }

    @Bean
    FixedDelayTask announcementSchedule(Announcer announcer, AnnouncementSettings settings) {
        FailureLog failures = new FailureLog(LOG, "Cannot process announcements", "Announcements processed again");
        return new FixedDelayTask(() -> failures.record(announcer::run), settings.every(), Duration.ZERO);
    }

    @Bean
    FixedDelayTask reportSchedule(ReportRunner reports, ReportSettings settings) {
        return new FixedDelayTask(reports::run, settings.poll(), settings.poll());
    }

    @Bean
    FixedDelayTask queueSizeSchedule(QueueSizeMonitor monitor, WatchSettings settings) {
        return new FixedDelayTask(monitor::count, settings.queues(), Duration.ZERO);
    }

    @Bean
    SchedulingConfigurer schedulingConfigurer(List<FixedDelayTask> tasks) {
        return registrar -> tasks.forEach(registrar::addFixedDelayTask);
    }

    /** Has a thread for each schedule, so that a long run delays no other. */
    @Bean
    ThreadPoolTaskScheduler taskScheduler(List<FixedDelayTask> tasks) {
        ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
        scheduler.setPoolSize(tasks.size());
        scheduler.setThreadNamePrefix("schedule-");
        scheduler.setDaemon(true);
        return scheduler;
    }
}
