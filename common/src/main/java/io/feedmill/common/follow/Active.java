package io.feedmill.common.follow;

import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * When a reader was last seen, and the gap of the home feed: the ticks of posts that slices may have passed over the reader with.
 *
 * @param seen the tick of a page, up to a day ago
 * @param from the first tick of the gap
 * @param to the last tick of the gap; 0: none
 * @param always whether slices never pass over the reader: whoever follows very many
 * @param again the tick after which the home feed of such a reader is rebuilt once more; 0: it was
 */
public record Active(long seen, long from, long to, boolean always, long again) {

    /** A reader who was seen, without a gap. */
    public static Active at(long seen) {
        return new Active(seen, 0, 0, false, 0);
    }

    public Active seenAt(long now) {
        return new Active(now, from, to, always, again);
    }

    /** The same with a further gap, united with the one that it has, unless that one ended before the oldest tick that pages show. */
    public Active withGap(long first, long last, long oldest) {
        return new Active(seen, to < oldest ? first : Math.min(from, first), Math.max(to, last), always, again);
    }

    public boolean hasInGap(long tick) {
        return tick >= from && tick <= to;
    }

    /** Returns the sort keys of the gap's posts within the retention; null: none. */
    public @Nullable KeyRange gap(Instant now, Duration retention) {
        long oldest = Ticks.ofInstant(now.minus(retention));
        return to < oldest ? null : FeedKey.range(Math.max(from, oldest), to + 1);
    }

    /** The same reader, over whom slices never pass from now on, but for what they have read before: the home feed is rebuilt. */
    public Active rebuiltAlways(Instant now, Duration margin) {
        return new Active(Ticks.ofInstant(now), from, to, true, Ticks.ofInstant(now.plus(margin)));
    }

    public boolean isRebuildDue(Instant now) {
        return again > 0 && Ticks.ofInstant(now) > again;
    }

    /** The same after the last rebuild has begun. */
    public Active rebuilt(Instant now) {
        return new Active(Ticks.ofInstant(now), from, to, always, 0);
    }
}
