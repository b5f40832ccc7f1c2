package io.feedmill.worker;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.trace.TraceBeans;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.health.SdkCallOutcomes;
import io.feedmill.worker.pressure.PressureGate;
import io.feedmill.worker.pressure.PressureGate.PressureSettings;
import io.feedmill.worker.pressure.PressureMetrics;
import io.feedmill.worker.work.RunEnd;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.SchedulingConfigurer;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;
import org.springframework.scheduling.config.FixedDelayTask;

/** The worker process. */
@SpringBootApplication
@EnableScheduling
@ConfigurationPropertiesScan
@Import({CommonConfiguration.class, TraceBeans.class})
public class FeedmillWorker {

    public static void main(String[] args) {
        SpringApplication.run(FeedmillWorker.class, args);
    }

    @Bean
    PressureGate writeGate(PressureSettings settings, PressureMetrics metrics) {
        return new PressureGate(settings, metrics, PressureGate.since1970(Clock.systemUTC(), System::nanoTime));
    }

    @Bean
    SdkCallOutcomes callOutcomes(Breakers breakers) {
        return new SdkCallOutcomes(breakers, System::nanoTime);
    }

    /** Runs the tasks that features schedule. Each pause begins when a run ends; a failed run is followed by the next. */
    @Bean
    SchedulingConfigurer schedulingConfigurer(List<FixedDelayTask> tasks) {
        return registrar -> tasks.forEach(registrar::addFixedDelayTask);
    }

    /** Whether a run ends early: the process stops, a breaker is open, or the clock is far off. A sweep that cannot send would only postpone the work that it claims. */
    @Bean
    RunEnd runEnd(WorkDeadlines deadlines, Breakers breakers) {
        return () -> deadlines.stopping() || breakers.polling() == Polling.NONE;
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
