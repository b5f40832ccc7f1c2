package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The reports, their checkpoint, which only {@link #commit} advances, and the lease of the reporter. Clocks decide only who waits for the lease: its
 * tokens make sure that a report is made once. Reads are strongly consistent, except of lists of reports. Thread-safe.
 */
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

    Checkpoint checkpoint();

    /** Sets the beginning of the first report, unless it is set. Returns the current checkpoint. */
    Checkpoint begin(QuarterHour from);

    /** Requests a report up to the quarter that is then the last settled one. Returns the current checkpoint. */
    Checkpoint request();

    /** Records that the files of this report are written. Changes nothing unless this report is the next to export. */
    void exported(Window report);

    /** Returns the lease with a new token, or empty while another holder has it. The current holder gets a new token, too. */
    Optional<Lease> acquire(String holder, Duration time);

    /** Extends the lease to this time from now. Returns empty if a later lease exists. */
    Optional<Lease> renew(Lease lease, Duration time);

    /** Ends the lease now, unless a later one exists. */
    void release(Lease lease);

    /** Reports, newest first; {@code next} is the one to continue after, null at the end. */
    record ReportPage(List<Report> reports, @Nullable QuarterHour next) {}

    /**
     * The progress of the reports.
     *
     * @param next the first quarter that is in no report; null before the first run
     * @param requests number of requests for a report before the interval has passed
     * @param answered number of those that reports have answered: a request that comes while a report is made waits for the next one
     * @param exported the first quarter whose file may be missing, not after {@code next}; null before the first run
     */
    record Checkpoint(
            @Nullable QuarterHour next,
            long requests,
            long answered,
            @Nullable QuarterHour exported) {

        /** The checkpoint before the first run. */
        public static final Checkpoint NONE = new Checkpoint(null, 0, 0, null);

        /** Whether a report up to the last settled quarter is requested. */
        public boolean requested() {
            return requests > answered;
        }

        /** Whether files of a report may be missing. */
        public boolean filesDue() {
            return next != null && exported != null && exported.compareTo(next) < 0;
        }
    }

    /**
     * The right to report.
     *
     * @param token greater than the token of every earlier lease: writes with this token are refused once a later lease exists
     * @param until when others may take it over
     */
    record Lease(String holder, long token, Instant until) {}
}
