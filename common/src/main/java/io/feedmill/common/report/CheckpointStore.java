package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;

/** How far reports have come. Only {@link ReportStore#commit} goes further. Reads are strongly consistent. Thread-safe. */
public interface CheckpointStore {

    Checkpoint read();

    /** Lets the first report begin there, unless a beginning is set; what is set then. */
    Checkpoint begin(QuarterHour from);

    /** Asks for a report of what has settled; what is set then. Asking again changes nothing. */
    Checkpoint request();

    /** The files of this report are written, and those of all before it. Changes nothing unless this one's are the next. */
    void exported(Window report);
}
