package io.feedmill.worker.report;

import io.feedmill.worker.health.FailureLog;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
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
    private final BooleanSupplier pausing;

    /**
     * @param pausing whether no run may begin
     */
    ReportRunner(Reporter reporter, ReportMetrics metrics, BooleanSupplier pausing) {
        this.reporter = reporter;
        this.metrics = metrics;
        this.pausing = pausing;
    }

    public void run() {
        try {
            boolean more = !pausing.getAsBoolean();
            while (more) {
                more = hasMore(reporter.run()) && !pausing.getAsBoolean();
                reportFailures.succeeded();
            }
        } catch (RuntimeException e) {
            metrics.failed();
            reportFailures.failed(e);
        }
    }

    /** Returns whether more may be due. */
    private boolean hasMore(Reporter.Outcome outcome) {
        return switch (outcome) {
            case Reporter.Outcome.Idle ignored -> {
                metrics.filesDue(0);
                yield false;
            }
            case Reporter.Outcome.Waiting ignored -> false;
            case Reporter.Outcome.Busy ignored -> false;
            case Reporter.Outcome.Overtaken ignored -> {
                metrics.overtaken();
                LOG.atWarn().log("Report abandoned, another worker took over");
                yield false;
            }
            case Reporter.Outcome.Reported r -> reported(r);
            case Reporter.Outcome.Exported e -> {
                metrics.filesDue(e.due());
                fileFailures.succeeded();
                yield true;
            }
            case Reporter.Outcome.Refused r -> {
                metrics.filesDue(r.due());
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
}
