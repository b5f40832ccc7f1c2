package io.feedmill.worker.report;

import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.report.ReportStores;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Polling;
import io.feedmill.worker.metrics.ReportMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import java.nio.file.Path;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Who makes reports, and where their files go. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReportSettings.class)
class ReportConfiguration {
    @Bean
    ReportTarget reportTarget(ReportSettings settings) {
        String to = settings.to();
        if (to == null) {
            return ReportTarget.nowhere();
        }
        return to.startsWith(S3Target.SCHEME) ? S3Target.of(to) : new DirectoryTarget(Path.of(to));
    }

    @Bean
    Reporter reporter(
            ReportStores stores, LedgerStore ledger, ReportTarget target, ReportSettings settings, Clock clock) {
        return new Reporter(stores, ledger, new ReportExport(stores.reports(), target), settings, clock);
    }

    @Bean
    ReportSchedule reportSchedule(
            Reporter reporter, ReportMetrics metrics, WorkDeadlines deadlines, Breakers breakers) {
        return new ReportSchedule(
                reporter, metrics, () -> deadlines.stopping() || breakers.polling() == Polling.NONE);
    }
}
