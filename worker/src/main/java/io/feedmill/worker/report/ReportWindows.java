package io.feedmill.worker.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Chooses the window of the next report. It begins at the end of the last one and has only settled quarters, which ended at least {@code settle} ago:
 * no event is written to them any more.
 */
record ReportWindows(Duration every, Duration settle) {
    private static final Duration QUARTER = Duration.ofMinutes(15);
    /** Limits the work that is repeated after a crash. */
    private static final Duration MAX = Duration.ofDays(1);

    /** Returns a window of whole intervals, or empty before one has settled. */
    Optional<Window> next(QuarterHour from, Instant now) {
        return upTo(QuarterHour.floor(now.minus(settle), every), from);
    }

    /** Returns a window up to the last settled quarter, or empty if that is reported. */
    Optional<Window> settled(QuarterHour from, Instant now) {
        return upTo(settled(now), from);
    }

    /** Returns the first quarter that has not settled. */
    QuarterHour settled(Instant now) {
        return QuarterHour.floor(now.minus(settle), QUARTER);
    }

    private static Optional<Window> upTo(QuarterHour end, QuarterHour from) {
        QuarterHour latest = new QuarterHour(from.start().plus(MAX));
        QuarterHour to = end.compareTo(latest) < 0 ? end : latest;
        return from.compareTo(to) < 0 ? Optional.of(new Window(from, to)) : Optional.empty();
    }
}
