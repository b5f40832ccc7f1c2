package io.feedmill.common.dormant;

import io.feedmill.common.follow.Active;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How long readers may be away before slices pass over them. Then pages of their return read from the authors' feeds what slices did not bring.
 *
 * @param since the tick of the first setting: who has no row counts as seen then
 * @param away null: slices pass over nobody
 * @param from slices go by it with posts from this tick on: pages of all processes go by it before, and no home feed has rows of posts that they pass over
 * @param least the least of the earlier ones; null: none
 * @param until up to when pages go by it: no post that slices passed over is within the retention after it
 */
public record Dormancy(
        long since,
        @Nullable Duration away,
        long from,
        @Nullable Duration least,
        long until) {
    /** It was never set. */
    public static final Dormancy NONE = new Dormancy(0, null, 0, null, 0);

    public static final Duration MIN = Duration.ofDays(7);

    /** Between what pages and slices go by: clocks may be 15 minutes off, copies are up to 30 s old, and slices may read a reader's row as it was minutes ago. */
    public static final Duration MARGIN = Duration.ofMinutes(20);

    /** The age at which the time of a reader's last page is written again. */
    private static final Duration OLD = Duration.ofDays(1);

    /** Returns what is to be after a change. */
    public Dormancy with(@Nullable Duration changed, Instant now, Duration retention) {
        long tick = Ticks.ofInstant(now);
        long from = Ticks.ofInstant(now.plus(MARGIN));
        Duration judged = judged(tick);
        return judged == null
                ? new Dormancy(tick, changed, from, null, 0)
                : new Dormancy(since, changed, from, judged, from + retention.toNanos());
    }

    /** Returns by what pages tell a return: the least time within the last retention; null: by nothing. */
    public @Nullable Duration judged(long now) {
        return Stream.of(away, now < until ? least : null)
                .filter(each -> each != null)
                .min(Duration::compareTo)
                .orElse(null);
    }

    /** Whether slices pass over the reader with a post of this tick: never by the clock, so that each change of a post goes to all who may have its row. */
    public boolean passesOver(@Nullable Active reader, long tick) {
        return away != null
                && tick >= from
                && (reader == null || !reader.always())
                && tick > seen(reader) + away.toNanos();
    }

    /** Whether slices may have passed over the reader with a post of this tick before now, so that no page goes by a row of it. */
    public boolean mayHavePassedOver(@Nullable Active reader, long tick, Instant now) {
        Duration judged = judged(Ticks.ofInstant(now));
        return (reader != null && reader.hasInGap(tick))
                || (judged != null && (reader == null || !reader.always()) && tick > seen(reader) + judged.toNanos());
    }

    /** Returns when the reader was last seen. */
    public long seen(@Nullable Active reader) {
        return reader == null ? since : Math.max(reader.seen(), since);
    }

    /** Whether the reader's page at this time is a return: slices may have passed over the reader. */
    private boolean isReturn(@Nullable Active reader, long now) {
        Duration judged = judged(now);
        return judged != null
                && (reader == null || !reader.always())
                && now - seen(reader) > judged.minus(MARGIN).toNanos();
    }

    /** Returns the row of the reader after a page at this time, by which that page goes: the same one, if there is nothing to write. */
    public @Nullable Active visited(@Nullable Active reader, Instant at, Duration retention) {
        long now = Ticks.ofInstant(at);
        Active seen = reader == null ? Active.at(now) : reader.seenAt(now);
        if (isReturn(reader, now)) {
            return seen.withGap(seen(reader), now + MARGIN.toNanos(), Ticks.ofInstant(at.minus(retention)));
        }
        boolean old = judged(now) != null && now - seen(reader) > OLD.toNanos();
        return old ? seen : reader;
    }
}
