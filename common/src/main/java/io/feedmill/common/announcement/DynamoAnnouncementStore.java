package io.feedmill.common.announcement;

import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.key.PostId;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostStep;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Announcements in the table {@code fanouts}. */
record DynamoAnnouncementStore(Dynamo dynamo, Clock clock) implements AnnouncementStore {
    @Override
    public PostStep acceptance() {
        return new PostStep() {
            @Override
            public List<TransactWriteItem> published(Post post) {
                return List.of(dynamo.put(JobRows.TABLE, AnnouncementRows.accepted(post.id(), post.author())));
            }
        };
    }

    @Override
    public Optional<Announcement> find(PostId id) {
        return dynamo.get(JobRows.TABLE, AnnouncementRows.key(id))
                .filter(row -> !row.expired(clock.instant()))
                .map(AnnouncementRows::announcement);
    }

    @Override
    public List<Announcement> running() {
        return dynamo.queryAll(PartitionQuery.of(JobRows.TABLE, AnnouncementRows.PARTITION)).rows().stream()
                .map(AnnouncementRows::announcement)
                .filter(announcement -> announcement.completedAt() == null)
                .toList();
    }

    @Override
    public Optional<Announcement> move(Announcement seen, PartitionListing to, int homes) {
        Announcement moved = seen.moved(to, homes, now());
        return step(moved, AnnouncementRows.move(moved, to));
    }

    @Override
    public Optional<Announcement> claim(Announcement seen) {
        Announcement claimed = seen.claimed(now());
        return step(claimed, AnnouncementRows.claim(claimed));
    }

    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MILLIS);
    }

    private Optional<Announcement> step(Announcement next, Update update) {
        return switch (dynamo.update(update)) {
            case UpdateResult.Updated ignored -> Optional.of(next);
            case UpdateResult.ConditionFailed ignored -> Optional.empty();
            case UpdateResult.Unclear unclear -> ours(next, unclear.current());
        };
    }

    /** After a lost answer the step counts as done if the row has the requested values: any other caller would have counted the same. */
    private static Optional<Announcement> ours(Announcement next, Row current) {
        return current.has(AnnouncementRows.STEP)
                        && AnnouncementRows.announcement(current).equals(next)
                ? Optional.of(next)
                : Optional.empty();
    }

    /** The store of announcements. */
    @Configuration(proxyBeanMethods = false)
    @Import(DynamoAnnouncementStore.class)
    static class AnnouncementConfiguration {}
}
