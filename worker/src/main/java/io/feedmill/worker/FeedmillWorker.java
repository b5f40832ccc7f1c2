package io.feedmill.worker;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.time.Schedules;
import io.feedmill.common.trace.TraceBeans;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.work.WorkDeadlines;
import io.feedmill.worker.work.WorkDeadlines.RunEnd;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;

@SpringBootApplication
@ConfigurationPropertiesScan
@Import({CommonConfiguration.class, TraceBeans.class, Schedules.class})
public class FeedmillWorker {

    public static void main(String[] args) {
        SpringApplication.run(FeedmillWorker.class, args);
    }

    /** Whether a run ends early: the process stops, a breaker is open, or the clock is far off. A sweep that cannot send would only postpone the work that it claims. */
    @Bean
    RunEnd runEnd(WorkDeadlines deadlines, Breakers breakers) {
        return () -> deadlines.stopping() || breakers.polling() == Polling.NONE;
    }
}
