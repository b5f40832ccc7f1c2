package io.feedmill.worker.report;

import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.report.ReportStore.Checkpoint;
import io.feedmill.common.storage.Backoff;
import io.feedmill.worker.report.Reporter.Outcome;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes files that are due, in the order of their reports. Waits longer after each refusal; reports continue meanwhile. Not thread-safe.
 */
final class ReportFiles {
    private static final Logger LOG = LoggerFactory.getLogger(ReportFiles.class);

    /** The maximum that is counted. */
    private static final int MAX = 100;

    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(10), Duration.ofMinutes(10));

    private final ReportStore reports;
    private final ReportExport export;
    private final Clock clock;
    private Instant notBefore = Instant.MIN;
    private int refusals;

    ReportFiles(ReportStore reports, ReportExport export, Clock clock) {
        this.reports = reports;
        this.export = export;
        this.clock = clock;
    }

    /** Whether files are due and not postponed. */
    boolean due(Checkpoint checkpoint) {
        return checkpoint.filesDue() && !clock.instant().isBefore(notBefore);
    }

    /** Writes the files of the first report that has none. May write them twice, with the same names and contents. */
    Outcome write(Checkpoint checkpoint) {
        List<Report> due = reports.from(Objects.requireNonNull(checkpoint.exported()), MAX);
        Report report = due.getFirst();
        try {
            if (!export.write(report)) {
                LOG.atWarn().addKeyValue("report", report.window().from()).log("Report lines expired without files");
            }
        } catch (IOException e) {
            notBefore = clock.instant().plus(PAUSES.ceiling(refusals++));
            return new Outcome.Refused(due.size(), e);
        }
        refusals = 0;
        reports.exported(report.window());
        return new Outcome.Exported(report, due.size() - 1);
    }
}
