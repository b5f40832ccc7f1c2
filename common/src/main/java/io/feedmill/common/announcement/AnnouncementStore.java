package io.feedmill.common.announcement;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.post.PostStep;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Announcements and their progress; a post is published with {@link #acceptance} as one. They expire 30 days after their completion.
 * All reads are strongly consistent. Thread-safe.
 */
public interface AnnouncementStore {

    /** Accepts the announcement of a post in the transaction that publishes it. */
    PostStep acceptance();

    Optional<Announcement> find(PostId id);

    /** The running announcements, oldest first. */
    List<Announcement> running();

    /**
     * Claims the announcement for a worker, as a step that delivers nothing: of all callers that read this step, one wins, and no earlier claim moves
     * the listing any more.
     *
     * @return the announcement after the step; empty if another caller has moved it
     */
    Optional<Announcement> claim(Announcement seen);

    /**
     * Moves the listing and counts the deliveries in one write: of all callers that read this step, one wins. A listing at its end completes
     * the announcement.
     *
     * @param homes number of home feeds that got the post since the step that was seen
     * @return the announcement after the move; empty if another caller has moved it
     */
    Optional<Announcement> move(Announcement seen, PartitionListing to, int homes);

    /**
     * A post that is delivered into every home feed, and its progress.
     *
     * @param id of the post
     * @param listing how far the partitions of the feeds are listed: those before it have the post; null: not started
     * @param completedAt null: it is running
     */
    record Announcement(
            PostId id,
            UserId author,
            @Nullable PartitionListing listing,
            Progress progress,
            @Nullable Instant completedAt) {

        /** The announcement as it is accepted with its post. */
        public static Announcement accepted(PostId id, UserId author) {
            return new Announcement(
                    id, author, null, new Progress(0, 0, id.createdAt().truncatedTo(ChronoUnit.MILLIS)), null);
        }

        /** The announcement after a claim. */
        public Announcement claimed(Instant now) {
            return new Announcement(id, author, listing, progress.next(0, now), completedAt);
        }

        /** The announcement after a move over this number of home feeds. */
        public Announcement moved(PartitionListing to, int homes, Instant now) {
            return new Announcement(id, author, to, progress.next(homes, now), to.finished() ? now : null);
        }

        public long step() {
            return progress.step();
        }

        public long delivered() {
            return progress.delivered();
        }

        public Instant progressAt() {
            return progress.at();
        }

        /**
         * How far an announcement is.
         *
         * @param step number of claims and of moves of the listing: each is conditional on the step that it read
         * @param delivered number of home feeds, each counted once
         * @param at time of acceptance or of the last step, to the millisecond
         */
        public record Progress(long step, long delivered, Instant at) {

            private Progress next(int homes, Instant now) {
                return new Progress(step + 1, delivered + homes, now);
            }
        }
    }
}
