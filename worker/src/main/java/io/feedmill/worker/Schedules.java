package io.feedmill.worker;

import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.FixedDelayTask;

/** Runs the tasks that features schedule. Each pause begins when a run ends; a failed run is followed by the next. */
@Configuration(proxyBeanMethods = false)
@EnableScheduling
class Schedules {
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
