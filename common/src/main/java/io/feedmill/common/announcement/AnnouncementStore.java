package io.feedmill.common.announcement;

import io.feedmill.common.key.PostId;
import io.feedmill.common.scan.PartitionListing;
import java.util.List;
import java.util.Optional;

/**
 * Announcements and their progress; {@link io.feedmill.common.publish.PublishStore#announce} accepts them. They are forgotten 30 days after they
 * are complete. All reads are strongly consistent. Thread-safe.
 */
public interface AnnouncementStore {

    Optional<Announcement> find(PostId id);

    /** Those that are on their way, oldest first. */
    List<Announcement> running();

    /**
     * Moves the listing on and counts what was delivered, both or neither: of all who have seen this step one wins. A listing at its end completes
     * the announcement.
     *
     * @param homes so many home feeds got the post since the step that was seen
     * @return the announcement after this; empty where another has moved it
     */
    Optional<Announcement> move(Announcement seen, PartitionListing to, int homes);
}
