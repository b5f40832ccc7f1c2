package io.feedmill.testkit;

import io.feedmill.common.announcement.AnnouncementStore;
import io.feedmill.common.announcement.AnnouncementStore.Announcement;
import io.feedmill.common.key.PostId;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostStep;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

final class FakeAnnouncementStore implements AnnouncementStore {
    private static final Duration RETENTION = Duration.ofDays(30);

    private final FakeTables tables;

    FakeAnnouncementStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public PostStep acceptance() {
        return new PostStep() {
            @Override
            public List<TransactWriteItem> published(Post post) {
                tables.announcements.put(post.id(), Announcement.accepted(post.id(), post.author()));
                return List.of();
            }
        };
    }

    @Override
    public Optional<Announcement> find(PostId id) {
        synchronized (tables) {
            return Optional.ofNullable(tables.announcements.get(id)).filter(this::isKept);
        }
    }

    private boolean isKept(Announcement announcement) {
        Instant completed = announcement.completedAt();
        return completed == null || tables.now().isBefore(completed.plus(RETENTION));
    }

    @Override
    public List<Announcement> running() {
        synchronized (tables) {
            return tables.announcements.values().stream()
                    .filter(announcement -> announcement.completedAt() == null)
                    .toList();
        }
    }

    @Override
    public Optional<Announcement> claim(Announcement seen) {
        return step(seen, seen.claimed(now()));
    }

    @Override
    public Optional<Announcement> move(Announcement seen, PartitionListing to, int homes) {
        return step(seen, seen.moved(to, homes, now()));
    }

    private Instant now() {
        return tables.now().truncatedTo(ChronoUnit.MILLIS);
    }

    private Optional<Announcement> step(Announcement seen, Announcement next) {
        synchronized (tables) {
            Announcement current = tables.announcements.get(seen.id());
            if (current == null || current.step() != seen.step()) {
                return Optional.empty();
            }
            tables.announcements.put(seen.id(), next);
            return Optional.of(next);
        }
    }
}
