package io.feedmill.common.announcement;

import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.announcement.AnnouncementStore.Announcement.Progress;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.partition.ListingCodec;
import io.feedmill.common.partition.PartitionListing;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Announcements as rows of the table {@code fanouts}: the partition {@code announcements}, by post id. */
final class AnnouncementRows {
    /** Shorter than any post id. */
    static final String PARTITION = "announcements";

    private static final String AUTHOR = "author";
    private static final String LISTING = "listing";
    static final String STEP = "step";
    private static final String DELIVERED = "delivered";
    private static final String PROGRESS = "progress";
    private static final String COMPLETED = "completed";
    private static final Duration RETENTION = Duration.ofDays(30);

    private AnnouncementRows() {}

    static Map<String, AttributeValue> key(PostId id) {
        return Attributes.key(PARTITION, id.value()).map();
    }

    /** The row of a new announcement. */
    static Map<String, AttributeValue> accepted(PostId id, UserId author) {
        return Attributes.key(PARTITION, id.value())
                .string(AUTHOR, author.value())
                .number(STEP, 0)
                .number(DELIVERED, 0)
                .number(PROGRESS, id.createdAt().toEpochMilli())
                .map();
    }

    static Announcement announcement(Row row) {
        return new Announcement(
                PostId.parse(row.sk()),
                new UserId(row.string(AUTHOR)),
                listing(row),
                new Progress(row.number(STEP), row.number(DELIVERED), Instant.ofEpochMilli(row.number(PROGRESS))),
                row.optionalNumber(COMPLETED).map(Ticks::toInstant).orElse(null));
    }

    private static @Nullable PartitionListing listing(Row row) {
        return row.has(LISTING) ? ListingCodec.decode(row.string(LISTING)) : null;
    }

    /** From the step before to this one, with the same listing. */
    static Update claim(Announcement to) {
        return new Update(
                JobRows.TABLE,
                key(to.id()),
                "SET step = :step, progress = :progress",
                "step = :seen",
                Attributes.of()
                        .number(":step", to.step())
                        .number(":seen", to.step() - 1)
                        .number(":progress", to.progressAt().toEpochMilli()));
    }

    /** From the step before to this one. */
    static Update move(Announcement to, PartitionListing listing) {
        Attributes values = Attributes.of()
                .string(":listing", ListingCodec.encode(listing))
                .number(":step", to.step())
                .number(":seen", to.step() - 1)
                .number(":delivered", to.delivered())
                .number(":progress", to.progressAt().toEpochMilli());
        String moved = "SET listing = :listing, step = :step, delivered = :delivered, progress = :progress";
        Instant completed = to.completedAt();
        if (completed != null) {
            moved += ", completed = :completed, expires = :expires";
            values.number(":completed", Ticks.ofInstant(completed))
                    .number(":expires", completed.plus(RETENTION).getEpochSecond());
        }
        return new Update(JobRows.TABLE, key(to.id()), moved, "step = :seen", values);
    }
}
