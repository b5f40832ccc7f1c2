package io.feedmill.worker.report;

import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.report.ReportStores;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.Polling;
import io.feedmill.worker.metrics.ReportMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Who makes reports, and where their files go. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ReportSettings.class)
class ReportConfiguration {
    private static final String S3 = "s3://";

    @Bean
    ReportTarget reportTarget(ReportSettings settings) {
        String to = settings.to();
        if (to == null) {
            return ReportTarget.nowhere();
        }
        return to.startsWith(S3) ? bucket(URI.create(to)) : new DirectoryTarget(Path.of(to));
    }

    private static ReportTarget bucket(URI to) {
        String path = to.getPath().replaceAll("^/|/$", "");
        S3Client client = S3Client.builder()
                .httpClientBuilder(Apache5HttpClient.builder())
                .build();
        return new S3Target(client, to.getHost(), path.isEmpty() ? "" : path + "/");
    }

    @Bean
    ReportSchedule reportSchedule(
            ReportStores stores,
            LedgerStore ledger,
            ReportTarget target,
            ReportSettings settings,
            Clock clock,
            ReportMetrics metrics,
            WorkDeadlines deadlines,
            Breakers breakers) {
        ReportExport export = new ReportExport(stores.reports(), target);
        Reporter reporter = new Reporter(stores, ledger, export, settings, clock);
        return new ReportSchedule(
                reporter, metrics, () -> deadlines.stopping() || breakers.polling() == Polling.NONE);
    }
}
