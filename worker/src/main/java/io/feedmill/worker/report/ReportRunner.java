package io.feedmill.worker.report;

import static io.feedmill.common.metrics.Meters.counter;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.time.Schedule;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.work.WorkDeadlines.RunEnd;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Makes the reports that are due or requested, and their files. */
@Component
public final class ReportRunner {
    private static final Logger LOG = LoggerFactory.getLogger(ReportRunner.class);

    private final FailureLog reportFailures = new FailureLog(LOG, "Cannot make reports", "Reports made again");
    private final FailureLog fileFailures =
            new FailureLog(LOG, "Cannot write report files", "Report files written again");
    private final Reporter reporter;
    private final ReportMetrics metrics;
    private final RunEnd end;

    ReportRunner(Reporter reporter, ReportMetrics metrics, RunEnd end) {
        this.reporter = reporter;
        this.metrics = metrics;
        this.end = end;
    }

    @Bean
    static ReportFiles reportFiles(ReportStore reports, ReportSettings settings, Clock clock) {
        return new ReportFiles(
                reports,
                Optional.ofNullable(settings.to()).map(FileTarget::of).stream().toList(),
                clock);
    }

    @Bean
    static Schedule.Task reportSchedule(ReportRunner reports, ReportSettings settings) {
        return new Schedule.Task("reports", reports::run, settings.poll(), settings.poll());
    }

    public void run() {
        try {
            boolean more = !end.isNow();
            while (more) {
                more = hasMore(reporter.run()) && !end.isNow();
                reportFailures.succeeded();
            }
        } catch (RuntimeException e) {
            metrics.failed.increment();
            reportFailures.failed(e);
        }
    }

    private boolean hasMore(Reporter.Outcome outcome) {
        return switch (outcome) {
            case Reporter.Outcome.Idle ignored -> {
                metrics.filesDue.set(0);
                yield false;
            }
            case Reporter.Outcome.Waiting ignored -> false;
            case Reporter.Outcome.Busy ignored -> false;
            case Reporter.Outcome.Overtaken ignored -> {
                metrics.overtaken.increment();
                LOG.atWarn().log("Report abandoned, another worker took over");
                yield false;
            }
            case Reporter.Outcome.Reported r -> reported(r);
            case Reporter.Outcome.Exported e -> {
                metrics.filesDue.set(e.due());
                fileFailures.succeeded();
                yield true;
            }
            case Reporter.Outcome.Refused r -> {
                metrics.filesDue.set(r.due());
                fileFailures.failed(r.why());
                yield false;
            }
        };
    }

    private boolean reported(Reporter.Outcome.Reported reported) {
        metrics.reported(reported.report(), reported.unknown());
        LOG.atInfo()
                .addKeyValue("report", reported.report().window().from())
                .addKeyValue("events", reported.report().totals().events())
                .addKeyValue("unknownEvents", reported.unknown())
                .addKeyValue("readUnits", reported.report().readUnits())
                .log("Report created");
        return true;
    }

    /** The metrics of reports. Thread-safe. */
    @Component
    public static final class ReportMetrics {
        final Counter overtaken;
        final Counter failed;
        final AtomicInteger filesDue = new AtomicInteger();

        private final Counter written;
        private final Counter events;
        private final Counter unknownEvents;
        private final Counter readUnits;

        public ReportMetrics(MeterRegistry registry) {
            written = counter(registry, "feedmill.reports", "Reports that this worker created");
            events = counter(registry, "feedmill.reports.events", "Events in the reports");
            unknownEvents = counter(
                    registry,
                    "feedmill.reports.events.unknown",
                    "Events of a newer version, which the reports left out");
            readUnits = counter(registry, "feedmill.reports.read.units", "Read units that the reports consumed");
            overtaken =
                    counter(registry, "feedmill.reports.overtaken", "Runs abandoned because another worker took over");
            failed = counter(registry, "feedmill.reports.failed", "Failed runs");
            Gauge.builder("feedmill.reports.files.due", filesDue, AtomicInteger::get)
                    .description("Reports without files")
                    .strongReference(true)
                    .register(registry);
        }

        public void reported(Report report, long unknown) {
            unknownEvents.increment((double) unknown);
            written.increment();
            events.increment((double) report.totals().events());
            readUnits.increment((double) report.readUnits());
        }
    }
}
