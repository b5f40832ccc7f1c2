package io.feedmill.common.announcement;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.scan.PartitionListing;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * A post on its way into every home feed, and how far it has come.
 *
 * @param id of the post
 * @param listing how far the partitions of the feeds have been listed: those before it have the post. Null: it has not begun
 * @param step how many times {@code listing} was moved: who moves it names the step that it has seen
 * @param delivered into so many home feeds, each counted once
 * @param progressAt when it was accepted, or moved last, to the millisecond
 * @param completedAt null: it is still on its way
 */
public record Announcement(
        PostId id,
        UserId author,
        @Nullable PartitionListing listing,
        long step,
        long delivered,
        Instant progressAt,
        @Nullable Instant completedAt) {

    /** As it is accepted with its post. */
    public static Announcement accepted(PostId id, UserId author) {
        return new Announcement(id, author, null, 0, 0, id.createdAt().truncatedTo(ChronoUnit.MILLIS), null);
    }

    /** With the listing moved on, over so many home feeds. */
    public Announcement moved(PartitionListing to, int homes, Instant now) {
        return new Announcement(id, author, to, step + 1, delivered + homes, now, to.finished() ? now : null);
    }
}
