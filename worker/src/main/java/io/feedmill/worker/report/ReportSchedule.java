package io.feedmill.worker.report;

import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.metrics.ReportMetrics;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

/** Looks again and again for what is due; a run that fails is followed by the next. */
final class ReportSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(ReportSchedule.class);

    private final FailureLog reporting = new FailureLog(LOG, "Reporting");
    private final FailureLog files = new FailureLog(LOG, "Writing the files of reports");
    private final Reporter reporter;
    private final ReportMetrics metrics;
    private final BooleanSupplier pausing;

    /**
     * @param pausing whether nothing is to be begun now
     */
    ReportSchedule(Reporter reporter, ReportMetrics metrics, BooleanSupplier pausing) {
        this.reporter = reporter;
        this.metrics = metrics;
        this.pausing = pausing;
    }

    @Scheduled(initialDelayString = "${feedmill.reports.poll:10s}", fixedDelayString = "${feedmill.reports.poll:10s}")
    void run() {
        try {
            boolean more = !pausing.getAsBoolean();
            while (more) {
                more = goesOn(reporter.run()) && !pausing.getAsBoolean();
                reporting.succeeded();
            }
        } catch (RuntimeException e) {
            metrics.failed();
            reporting.failed(e);
        }
    }

    /** Whether there may be more to do. */
    private boolean goesOn(Reporter.Outcome outcome) {
        return switch (outcome) {
            case Reporter.Outcome.Idle ignored -> {
                metrics.filesDue(0);
                yield false;
            }
            case Reporter.Outcome.Waiting ignored -> false;
            case Reporter.Outcome.Busy ignored -> false;
            case Reporter.Outcome.Overtaken ignored -> {
                metrics.overtaken();
                LOG.atWarn().log("Another worker took over a report under way");
                yield false;
            }
            case Reporter.Outcome.Reported r -> reported(r);
            case Reporter.Outcome.Exported e -> {
                metrics.filesDue(e.due());
                files.succeeded();
                yield true;
            }
            case Reporter.Outcome.Refused r -> {
                metrics.filesDue(r.due());
                files.failed(r.why());
                yield false;
            }
        };
    }

    private boolean reported(Reporter.Outcome.Reported reported) {
        metrics.reported(reported.report());
        LOG.atInfo()
                .addKeyValue("report", reported.report().window().from())
                .addKeyValue("events", reported.report().totals().events())
                .addKeyValue("readUnits", reported.report().readUnits())
                .log("Reported");
        return true;
    }
}
