package io.feedmill.common.announcement;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.key.PostId;
import io.feedmill.common.scan.PartitionListing;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Announcements and their progress. They are forgotten 30 days after they are complete. Thread-safe. */
public interface AnnouncementStore {

    /** Keeps a new one; one that is there stays as it is. */
    void begin(Announcement announcement);

    /** Strongly consistent. */
    Optional<Announcement> find(PostId id);

    /** Those that are on their way, oldest first. Strongly consistent. */
    List<Announcement> running();

    /**
     * Moves the listing on and counts what was delivered, both or neither: of all who have seen this step one wins. The last step completes it.
     *
     * @return the announcement after this; empty where another has moved it
     */
    Optional<Announcement> move(Announcement seen, PartitionListing to, int homes);

    /** Announcements in DynamoDB. */
    static AnnouncementStore in(Dynamo dynamo, Clock clock) {
        return new DynamoAnnouncementStore(dynamo, clock);
    }
}
