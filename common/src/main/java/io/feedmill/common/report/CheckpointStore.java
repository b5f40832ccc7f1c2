package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import org.jspecify.annotations.Nullable;

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
     * @param exported the first quarter of which no file may be written yet, at most {@code next}; null before the first run
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
