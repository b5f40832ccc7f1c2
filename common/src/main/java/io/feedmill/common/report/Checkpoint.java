package io.feedmill.common.report;

import io.feedmill.common.key.QuarterHour;
import org.jspecify.annotations.Nullable;

/**
 * How far reports have come.
 *
 * @param next the first quarter that is in no report; null before the first run
 * @param requested whether somebody wants a report of what has settled, without waiting for a whole interval
 * @param exported the first quarter of which no file may be written yet, at most {@code next}; null before the first run
 */
public record Checkpoint(
        @Nullable QuarterHour next,
        boolean requested,
        @Nullable QuarterHour exported) {

    /** Whether there is a report whose files may not be written yet. */
    public boolean filesDue() {
        return next != null && exported != null && exported.compareTo(next) < 0;
    }
}
