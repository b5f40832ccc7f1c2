package io.feedmill.api.announcement;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.api.time.Iso;
import io.feedmill.common.announcement.Announcement;
import io.feedmill.common.fanout.JobState;
import io.feedmill.common.scan.PartitionListing;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far an announcement is.
 *
 * @param id of the post
 * @param state ACCEPTED, DELIVERING or COMPLETE
 * @param delivered home feeds that have it, each counted once
 * @param listed partitions of feeds that were found so far, author feeds as well
 * @param readUnits what that consumed
 * @param completedAt null, and absent from the JSON, until then
 */
record AnnouncementResponse(
        String id,
        String author,
        JobState state,
        long delivered,
        long listed,
        double readUnits,
        String acceptedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String completedAt) {

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
