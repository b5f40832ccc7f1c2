package io.feedmill.testkit;

import io.feedmill.common.key.PostId;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.RecallStore;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

final class FakeRecallStore implements RecallStore {
    private final FakeTables tables;

    FakeRecallStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public Listing<Recall> all() {
        synchronized (tables) {
            return new Listing<>(List.copyOf(tables.recalls.values()), List.of());
        }
    }

    @Override
    public Listing<Notice> notices() {
        synchronized (tables) {
            return new Listing<>(List.copyOf(tables.notices), List.of());
        }
    }

    @Override
    public void delete(List<Notice> notices) {
        synchronized (tables) {
            notices.forEach(tables.notices::remove);
        }
    }

    @Override
    public void delete(Recall ended) {
        synchronized (tables) {
            Recall.End end = Objects.requireNonNull(ended.end());
            tables.recalls.computeIfPresent(ended.post(), (post, recall) -> end.equals(recall.end()) ? null : recall);
        }
    }

    @Override
    public Set<PostId> open() {
        synchronized (tables) {
            return tables.recalls.values().stream()
                    .filter(recall -> recall.end() == null)
                    .map(Recall::post)
                    .collect(Collectors.toUnmodifiableSet());
        }
    }
}
