package io.feedmill.worker.report;

import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.report.ReportStores;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Breakers.Polling;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
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
    Reporter reporter(
            ReportStores stores, LedgerStore ledger, ReportExport export, ReportSettings settings, Clock clock) {
        return new Reporter(stores, ledger, export, settings, clock);
    }

    @Bean
    ReportRunner reportRunner(Reporter reporter, ReportMetrics metrics, WorkDeadlines deadlines, Breakers breakers) {
        return new ReportRunner(reporter, metrics, () -> deadlines.stopping() || breakers.polling() == Polling.NONE);
    }

    @Bean
    FixedDelayTask reportSchedule(ReportRunner reports, ReportSettings settings) {
        return new FixedDelayTask(reports::run, settings.poll(), settings.poll());
    }
}
