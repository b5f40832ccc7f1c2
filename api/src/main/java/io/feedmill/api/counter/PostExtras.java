package io.feedmill.api.counter;

import io.feedmill.api.access.FreshReads;
import io.feedmill.api.feed.ExtrasQuery;
import io.feedmill.api.feed.ExtrasQuery.Counts;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.SuspendSafeClock;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads what calls show beside posts: reactions as they are, and counts as they were read up to five seconds before, for all viewers. Thread-safe. */
@Component
final class PostExtras implements ExtrasQuery.Source {
    private static final Duration MAX_AGE = Duration.ofSeconds(5);
    private static final long MAX_BYTES = 20_000_000;
    private static final int KIND_BYTES = 100;

    private final CounterStore counters;
    private final FreshReads<PostId, Counts> copies;

    PostExtras(CounterStore counters, SuspendSafeClock clocks) {
        this.counters = counters;
        this.copies = new FreshReads<>(
                clocks,
                MAX_AGE,
                MAX_BYTES,
                counts -> KIND_BYTES * counts.reactions().size());
    }

    @Override
    public Page<ReactionKey, PostId> newest(UserId viewer, @Nullable PostId upTo) {
        return counters.newestReactions(viewer, upTo);
    }

    @Override
    public Map<PostId, SortedSet<String>> reacted(UserId viewer, Collection<PostId> posts) {
        return counters.reactions(viewer, posts);
    }

    @Override
    public Map<PostId, Counts> counts(Collection<PostId> posts) {
        return copies.get(posts, this::read);
    }

    private Map<PostId, Counts> read(Set<PostId> posts) {
        Map<PostId, PostCounters> found = counters.counts(posts);
        return posts.stream()
                .collect(Collectors.toMap(post -> post, post -> counts(found.getOrDefault(post, PostCounters.ZERO))));
    }

    private static Counts counts(PostCounters read) {
        return new Counts(read.views(), read.reactions());
    }
}
