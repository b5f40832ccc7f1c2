package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStores.LeaseStore.Lease;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reports. Reads of one report are strongly consistent, lists are not. Thread-safe. */
public interface ReportStore {

    /** Number of lines that are stored together. */
    int LINES = 500;

    /**
     * Writes a part of the ordered lines of a report before its commit; until then they are invisible. Once for each token and number.
     *
     * @param number counts from 0
     * @param lines {@value #LINES}, fewer only in the last part
     */
    void putLines(Window window, Lease lease, int number, List<ReportLine> lines);

    /**
     * Commits the report and moves the checkpoint to its end.
     *
     * @param answered number of requests that are answered then
     * @return false, and changes nothing, if a later lease exists or the window does not begin at the checkpoint
     */
    boolean commit(Report report, long answered);

    Optional<Report> find(QuarterHour from);

    /** Returns up to {@code limit} reports from the one that begins at {@code first}, oldest first. */
    List<Report> from(QuarterHour first, int limit);

    /**
     * Reports, newest first.
     *
     * @param after continues after this one; null: from the newest
     */
    ReportPage newest(@Nullable QuarterHour after, int limit);

    /**
     * Lines of a report in the order of authors, from the number {@code first} (from 0); up to {@code limit}, maybe fewer before the end, but at least one.
     * Empty before the end once they have expired, {@code feedmill.retention.report-lines} after they were put.
     */
    List<ReportLine> lines(Report report, int first, int limit);

    /** Reports, newest first; {@code next} is the one to continue after, null at the end. */
    record ReportPage(List<Report> reports, @Nullable QuarterHour next) {}
}
