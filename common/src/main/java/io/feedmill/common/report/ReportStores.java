package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The stores of reports, over one table. */
public record ReportStores(ReportStore reports, CheckpointStore checkpoint, LeaseStore leases) {

    /** The lease of the reporter. Clocks decide only who waits for whom; that a report is made once is up to the tokens. Thread-safe. */
    public interface LeaseStore {

        /** The lease with a new token; none while another holder has it. A holder who has it already gets it anew. */
        Optional<Lease> acquire(String holder, Duration time);

        /** The same lease for this time from now; empty if there is a later one. */
        Optional<Lease> renew(Lease lease, Duration time);

        /** Gives it back before its time, unless there is a later one. */
        void release(Lease lease);

        /**
         * The right to report.
         *
         * @param token greater than that of every earlier lease: what it does is refused once there is a later one, however late it comes
         * @param until when others may take it over
         */
        record Lease(String holder, long token, Instant until) {}
    }

    /** How far reports have come. Only {@link ReportStore#commit} goes further. Reads are strongly consistent. Thread-safe. */
    public interface CheckpointStore {

        Checkpoint read();

        /** Lets the first report begin there, unless a beginning is set; what is set then. */
        Checkpoint begin(QuarterHour from);

        /** Asks for a report of what has settled; what is set then. Asking again changes nothing. */
        Checkpoint request();

        /** The files of this report are written, and those of all before it. Changes nothing unless this one's are the next. */
        void exported(Window report);

        /**
         * How far reports have come.
         *
         * @param next the first quarter that is in no report; null before the first run
         * @param requested whether somebody wants a report of what has settled, without waiting for a whole interval
         * @param exported the first quarter of which no file may be written yet, not after {@code next}; null before the first run
         */
        record Checkpoint(
                @Nullable QuarterHour next,
                boolean requested,
                @Nullable QuarterHour exported) {

            /** Whether there is a report whose files may not be written yet. */
            public boolean filesDue() {
                return next != null && exported != null && exported.compareTo(next) < 0;
            }
        }
    }
}
