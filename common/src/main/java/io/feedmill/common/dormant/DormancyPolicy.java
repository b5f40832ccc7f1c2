package io.feedmill.common.dormant;

import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How long readers may be away before slices pass over them. Pages do not ask: the page of a reader who was away for the least time that this may be reads from
 * the authors' feeds what slices may not have brought.
 *
 * @param maxAbsence null: slices pass over nobody
 * @param effectiveFrom slices go by it with posts from this tick on: all workers know it before, so none has brought a post whose retraction another one passes over
 */
public record DormancyPolicy(@Nullable Duration maxAbsence, long effectiveFrom) {
    /** It was never set. */
    public static final DormancyPolicy NONE = new DormancyPolicy(null, 0);

    public static final Duration MIN = Duration.ofDays(3);

    /** Between what pages and slices go by: clocks may be 15 minutes off, copies are up to 30 s old, and slices may read a reader's row as it was minutes ago. */
    public static final Duration MARGIN = Duration.ofMinutes(20);

    /** The age at which the time of a reader's last page is written again. */
    private static final Duration OLD = Duration.ofHours(12);

    /** Whether slices pass over the reader with a post of this tick: never by the clock, so that each change of a post goes to all who may have its row. */
    public boolean passesOver(@Nullable ReaderActivity reader, long tick) {
        return maxAbsence != null && tick >= effectiveFrom && isAway(reader, tick, maxAbsence);
    }

    /** Whether slices may have passed over the reader with a post of this tick, whatever readers might be away, so that no page goes by a row of it. */
    public static boolean mayHavePassedOver(@Nullable ReaderActivity reader, long tick) {
        return (reader != null && reader.hasInGap(tick)) || isAway(reader, tick, MIN);
    }

    /** Slices give a row to who has none. */
    private static boolean isAway(@Nullable ReaderActivity reader, long tick, Duration away) {
        return reader != null && !reader.neverDormant() && tick - reader.lastSeen() > away.toNanos();
    }

    /** Returns the row of the reader after a page at this time, by which that page goes: the same one, if there is nothing to write. */
    public static ReaderActivity activityAfterPage(@Nullable ReaderActivity reader, Instant at, Duration retention) {
        long now = Ticks.ofInstant(at);
        if (reader == null) {
            return ReaderActivity.at(now);
        }
        if (isAway(reader, now, MIN.minus(MARGIN))) {
            return reader.seenAt(now)
                    .withGap(reader.lastSeen(), now + MARGIN.toNanos(), Ticks.ofInstant(at.minus(retention)));
        }
        return now - reader.lastSeen() > OLD.toNanos() ? reader.seenAt(now) : reader;
    }
}
