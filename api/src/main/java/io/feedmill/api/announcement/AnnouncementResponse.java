package io.feedmill.api.announcement;

import io.feedmill.api.http.Iso;
import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.partition.PartitionListing;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an announcement.
 *
 * @param id the post's id
 * @param state ACCEPTED, DELIVERING or COMPLETE
 * @param delivered the home feeds that have it, each counted once
 * @param listed the partitions of feeds found so far, author feeds included
 * @param readUnits the read units consumed to find them
 * @param completedAt null, and absent from the JSON, before the state COMPLETE
 */
record AnnouncementResponse(
        String id,
        String author,
        JobState state,
        long delivered,
        long listed,
        double readUnits,
        String acceptedAt,
        @Nullable String completedAt) {

    static AnnouncementResponse of(Announcement announcement) {
        PartitionListing listing = announcement.listing();
        Instant completedAt = announcement.completedAt();
        return new AnnouncementResponse(
                announcement.id().value(),
                announcement.author().value(),
                state(announcement),
                announcement.delivered(),
                listing == null ? 0 : listing.found(),
                listing == null ? 0 : listing.units(),
                Iso.format(announcement.id().createdAt()),
                completedAt == null ? null : Iso.format(completedAt));
    }

    private static JobState state(Announcement announcement) {
        if (announcement.completedAt() != null) {
            return JobState.COMPLETE;
        }
        return announcement.step() == 0 ? JobState.ACCEPTED : JobState.DELIVERING;
    }
}
