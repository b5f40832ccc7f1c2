package io.feedmill.common.announcement;

import io.feedmill.common.key.PostId;
import io.feedmill.common.scan.PartitionListing;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A post on its way into every home feed, and how far it has come.
 *
 * @param id of the post
 * @param listing how far the partitions of the feeds have been listed: those before it have the post
 * @param step how many times {@code listing} was moved: who moves it names the step that it has seen
 * @param delivered into so many home feeds, each counted once
 * @param completedAt null: it is still on its way
 */
public record Announcement(
        PostId id,
        String author,
        PartitionListing listing,
        long step,
        long delivered,
        @Nullable Instant completedAt) {

    /** Before the first home feed. */
    public static Announcement begin(PostId id, String author, PartitionListing listing) {
        return new Announcement(id, author, listing, 0, 0, null);
    }

    /** With the listing moved on, over so many home feeds. */
    public Announcement moved(PartitionListing to, int homes, Instant now) {
        return new Announcement(id, author, to, step + 1, delivered + homes, to.finished() ? now : null);
    }
}
