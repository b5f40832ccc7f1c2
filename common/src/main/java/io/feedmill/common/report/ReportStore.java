package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.LeaseStore.Lease;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The reports. Reads are strongly consistent but for lists. Thread-safe. */
public interface ReportStore {

    /** Puts down the lines, ordered, of a report that is still to be committed. Until then nobody sees them. Once for each token. */
    void putLines(Window window, Lease lease, List<ReportLine> lines);

    /**
     * Makes the report one, and its last quarter the last that is reported.
     *
     * @return false if it is none, and changes nothing: there is a later lease, or the window does not begin at the checkpoint
     */
    boolean commit(Report report);

    Optional<Report> find(QuarterHour from);

    /** Reports from the one that begins there on, oldest first; at most {@code limit}. */
    List<Report> from(QuarterHour first, int limit);

    /**
     * Reports, newest first.
     *
     * @param after go on behind this one; null: from the newest
     */
    ReportPage newest(@Nullable QuarterHour after, int limit);

    /** Lines of a report in the order of authors, from the number {@code first} (from 0) on; at most {@code limit}, and fewer before the end too, but never none. */
    List<ReportLine> lines(Report report, int first, int limit);

    /** Reports, newest first; {@code next} is the one to go on behind, null at the end. */
    record ReportPage(List<Report> reports, @Nullable QuarterHour next) {}
}
