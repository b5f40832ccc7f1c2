package io.feedmill.common.announcement;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.scan.ListingCodec;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Announcements as rows of the table {@code fanouts}: the partition {@code announcements}, by post id. */
final class AnnouncementRows {
    /** No post id: it is shorter. */
    static final String PARTITION = "announcements";

    private static final String AUTHOR = "author";
    private static final String LISTING = "listing";
    private static final String STEP = "step";
    private static final String DELIVERED = "delivered";
    private static final String COMPLETED = "completed";
    private static final Duration RETENTION = Duration.ofDays(30);

    private AnnouncementRows() {}

    static Map<String, AttributeValue> key(PostId id) {
        return Attributes.key(PARTITION, id.value()).map();
    }

    static Map<String, AttributeValue> row(Announcement announcement) {
        return Attributes.key(PARTITION, announcement.id().value())
                .string(AUTHOR, announcement.author())
                .string(LISTING, ListingCodec.encode(announcement.listing()))
                .number(STEP, announcement.step())
                .number(DELIVERED, announcement.delivered())
                .map();
    }

    static Announcement announcement(Row row) {
        return new Announcement(
                PostId.parse(row.sk()),
                row.string(AUTHOR),
                ListingCodec.decode(row.string(LISTING)),
                row.number(STEP),
                row.number(DELIVERED),
                row.optionalNumber(COMPLETED).map(Ticks::toInstant).orElse(null));
    }

    /** From the step before to this one. */
    static Update move(Announcement to) {
        Attributes values = Attributes.of()
                .string(":listing", ListingCodec.encode(to.listing()))
                .number(":step", to.step())
                .number(":seen", to.step() - 1)
                .number(":delivered", to.delivered());
        String expression = "SET #listing = :listing, #step = :step, #delivered = :delivered";
        Instant completed = to.completedAt();
        if (completed != null) {
            values.number(":completed", Ticks.ofInstant(completed));
            values.number(":expires", completed.plus(RETENTION).getEpochSecond());
            expression += ", #completed = :completed, #expires = :expires";
        }
        return new Update(
                Table.FANOUTS, key(to.id()), expression, "#step = :seen", names(completed != null), values.map());
    }

    private static Map<String, String> names(boolean completes) {
        Map<String, String> always = Map.of("#listing", LISTING, "#step", STEP, "#delivered", DELIVERED);
        return completes
                ? Map.of(
                        "#listing", LISTING,
                        "#step", STEP,
                        "#delivered", DELIVERED,
                        "#completed", COMPLETED,
                        "#expires", TableSchema.EXPIRES)
                : always;
    }
}
