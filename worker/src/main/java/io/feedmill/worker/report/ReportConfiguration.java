package io.feedmill.worker.report;

import io.feedmill.common.report.ReportStores;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.config.FixedDelayTask;

/** The reporter. */
@Configuration(proxyBeanMethods = false)
class ReportConfiguration {
    @Bean
    ReportExport reportExport(ReportStores stores, ReportSettings settings) {
        return new ReportExport(
                stores.reports(),
                Optional.ofNullable(settings.to()).map(FileTarget::of).stream().toList());
    }

    @Bean
    FixedDelayTask reportSchedule(ReportRunner reports, ReportSettings settings) {
        return new FixedDelayTask(reports::run, settings.poll(), settings.poll());
    }
}
