package io.feedmill.worker.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Says what the next report is about. It begins where the last one ended, whatever the interval was then, and holds only quarters in which
 * nothing more is written: those that ended at least {@code settle} ago.
 */
record ReportWindows(Duration every, Duration settle) {
    private static final Duration QUARTER = Duration.ofMinutes(15);
    /** Bounds the work that a crash repeats, after a long pause too. */
    private static final Duration MAX = Duration.ofDays(1);

    /** Ends with a whole interval; none before one has settled. */
    Optional<Window> next(QuarterHour from, Instant now) {
        return upTo(QuarterHour.floor(now.minus(settle), every), from);
    }

    /** Ends with the last quarter that has settled; none where that is reported. */
    Optional<Window> settled(QuarterHour from, Instant now) {
        return upTo(QuarterHour.floor(now.minus(settle), QUARTER), from);
    }

    private static Optional<Window> upTo(QuarterHour end, QuarterHour from) {
        QuarterHour latest = new QuarterHour(from.start().plus(MAX));
        QuarterHour to = end.compareTo(latest) < 0 ? end : latest;
        return from.compareTo(to) < 0 ? Optional.of(new Window(from, to)) : Optional.empty();
    }
}
