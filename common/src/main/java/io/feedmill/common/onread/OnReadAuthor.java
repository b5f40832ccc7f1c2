package io.feedmill.common.onread;

import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An author whose posts no job brings to home feeds: pages read them from the author's feed.
 *
 * @param from the tick from which on posts are published on read. Pages read earlier ones from the author's feed, too
 * @param until the tick from which on posts are published to home feeds again; null: none
 * @param everyone whether the pages of all readers have the posts, as announcements, not only those of followers
 */
public record OnReadAuthor(
        UserId author, long from, @Nullable Long until, boolean everyone) {
    /** From a change of the list until posts depend on it: all processes have read the list by then. */
    static final Duration NOTICE = Duration.ofMinutes(1);

    /** How long after {@code until} posts may still be on read: ticks are of publishers' clocks, which may be 15 minutes off. */
    static final Duration CLOCKS = Duration.ofMinutes(20);

    /** The tick at which a change of the list takes effect that is made now. */
    static long effective(Instant now) {
        return Ticks.ofInstant(now.plus(NOTICE));
    }

    /** Whether a post of this tick is published on read. */
    public boolean publishesOnRead(long tick) {
        return tick >= from && (until == null || tick < until);
    }

    /** Whether pages read the post of this tick from the author's feed, and ignore home feed rows of it. */
    public boolean isReadFromAuthor(long tick) {
        return until == null || tick < until + CLOCKS.toNanos();
    }
}
