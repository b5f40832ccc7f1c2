package io.feedmill.testkit;

import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.testkit.FakeTables.FeedRow;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

record FakeRecallStore(FakeTables tables) implements RecallStore {
    @Override
    public Listing<Recall> all(int max) {
        return new Listing<>(tables.recalls.values().stream().limit(max).toList(), List.of());
    }

    @Override
    public Listing<Notice> notices() {
        return new Listing<>(List.copyOf(tables.notices), List.of());
    }

    @Override
    public void delete(List<Notice> notices) {
        notices.forEach(tables.notices::remove);
    }

    @Override
    public void delete(Recall ended) {
        Recall.End end = Objects.requireNonNull(ended.end());
        tables.recalls.computeIfPresent(ended.post(), (post, recall) -> end.equals(recall.end()) ? null : recall);
    }

    @Override
    public void end(UserId author, PostId post, @Nullable JobId change) {
        FeedRow row = tables.feed(FeedName.author(author)).get(post.feedKey());
        if (Objects.equals(row == null ? null : row.change(), change)) {
            tables.endRecall(post);
        }
    }

    @Override
    public Set<PostId> open() {
        return tables.recalls.values().stream()
                .filter(recall -> recall.end() == null)
                .map(Recall::post)
                .collect(Collectors.toUnmodifiableSet());
    }
}
