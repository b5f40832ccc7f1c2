package io.feedmill.common.announcement;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.UpdateResult;
import io.feedmill.common.key.PostId;
import io.feedmill.common.scan.PartitionListing;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Announcements in the table {@code fanouts}. */
final class DynamoAnnouncementStore implements AnnouncementStore {
    private final Dynamo dynamo;
    private final Clock clock;

    DynamoAnnouncementStore(Dynamo dynamo, Clock clock) {
        this.dynamo = dynamo;
        this.clock = clock;
    }

    @Override
    public void begin(Announcement announcement) {
        dynamo.putIfAbsent(Table.FANOUTS, AnnouncementRows.row(announcement));
    }

    @Override
    public Optional<Announcement> find(PostId id) {
        return dynamo.get(Table.FANOUTS, AnnouncementRows.key(id))
                .filter(row -> !row.expired(clock.instant()))
                .map(AnnouncementRows::announcement);
    }

    @Override
    public List<Announcement> running() {
        return dynamo.queryAll(PartitionQuery.of(Table.FANOUTS, AnnouncementRows.PARTITION)).rows().stream()
                .map(AnnouncementRows::announcement)
                .filter(announcement -> announcement.completedAt() == null)
                .toList();
    }

    @Override
    public Optional<Announcement> move(Announcement seen, PartitionListing to, int homes) {
        Announcement moved = seen.moved(to, homes, clock.instant());
        return switch (dynamo.update(AnnouncementRows.move(moved))) {
            case UpdateResult.Updated ignored -> Optional.of(moved);
            case UpdateResult.ConditionFailed ignored -> Optional.empty();
            case UpdateResult.Unclear unclear -> ours(moved, unclear.current());
        };
    }

    /** Where nobody knows who moved it, it is ours if it is where we wanted it: whoever did it counted the same. */
    private static Optional<Announcement> ours(Announcement moved, Row current) {
        return current.has("sk") && sameStep(moved, AnnouncementRows.announcement(current))
                ? Optional.of(AnnouncementRows.announcement(current))
                : Optional.empty();
    }

    private static boolean sameStep(Announcement moved, Announcement current) {
        return current.step() == moved.step()
                && current.listing().equals(moved.listing())
                && current.delivered() == moved.delivered();
    }
}
