package io.feedmill.common.follow;

import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a reader was last seen, by the tick of a page up to a day ago, and the gap of the home feed: the first and last tick of posts that slices may
 * have passed over the reader with; 0: none. Slices never pass over a reader who follows very many; after a tick, unless it is 0, the home feed of such
 * a reader is rebuilt once more.
 */
public record ReaderActivity(long lastSeen, long gapFrom, long gapTo, boolean neverDormant, long rebuildAfter) {

    /** A reader who was seen, without a gap. */
    public static ReaderActivity at(long lastSeen) {
        return new ReaderActivity(lastSeen, 0, 0, false, 0);
    }

    public ReaderActivity seenAt(long now) {
        return new ReaderActivity(now, gapFrom, gapTo, neverDormant, rebuildAfter);
    }

    /** The same with a further gap, united with the one that it has, unless that one ended before the oldest tick that pages show. */
    public ReaderActivity withGap(long first, long last, long oldest) {
        return new ReaderActivity(
                lastSeen,
                gapTo < oldest ? first : Math.min(gapFrom, first),
                Math.max(gapTo, last),
                neverDormant,
                rebuildAfter);
    }

    public boolean hasInGap(long tick) {
        return tick >= gapFrom && tick <= gapTo;
    }

    /** Returns the sort keys of the gap's posts within the retention; null: none. */
    public @Nullable KeyRange gap(Instant now, Duration retention) {
        long oldest = Ticks.ofInstant(now.minus(retention));
        return gapTo < oldest ? null : FeedKey.range(Math.max(gapFrom, oldest), gapTo + 1);
    }

    /** The same reader, over whom slices never pass from now on, but for what they have read before: the home feed is rebuilt. */
    public ReaderActivity rebuiltAlways(Instant now, Duration margin) {
        return new ReaderActivity(Ticks.ofInstant(now), gapFrom, gapTo, true, Ticks.ofInstant(now.plus(margin)));
    }

    public boolean isRebuildDue(Instant now) {
        return rebuildAfter > 0 && Ticks.ofInstant(now) > rebuildAfter;
    }

    /** The same after the last rebuild has begun. */
    public ReaderActivity rebuilt(Instant now) {
        return new ReaderActivity(Ticks.ofInstant(now), gapFrom, gapTo, neverDormant, 0);
    }
}
