package io.feedmill.testkit;

import io.feedmill.common.counter.AuthorCounters;
import io.feedmill.common.dynamo.Lane;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Slice;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.outbox.OutboxRow;
import io.feedmill.common.post.Post;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The rows that all fakes share. Its monitor is the lock: whoever holds it makes one storage call. */
final class FakeTables {
    static final int OUTBOX_SHARDS = 16;

    final Clock clock;
    final Map<PostId, Post> posts = new HashMap<>();
    final Map<String, Request> requests = new HashMap<>();
    final Map<PostId, Job> jobs = new HashMap<>();
    final Map<PostId, Map<Integer, Slice>> slices = new HashMap<>();
    final Map<PostId, OutboxRow> outbox = new TreeMap<>();
    final Map<String, AuthorCounters> counters = new HashMap<>();
    final List<LedgerEntry> ledger = new ArrayList<>();
    final Set<Lane> lanes = EnumSet.noneOf(Lane.class);
    /** How many home rows may still be written until the store throttles. */
    int room = Integer.MAX_VALUE;

    private final Map<FeedName, NavigableMap<FeedKey, FeedRow>> feeds = new HashMap<>();
    private final Map<String, NavigableSet<String>> followers = new HashMap<>();
    private final Map<String, NavigableSet<String>> following = new HashMap<>();

    FakeTables(Clock clock) {
        this.clock = clock;
    }

    Instant now() {
        return clock.instant();
    }

    NavigableMap<FeedKey, FeedRow> feed(FeedName name) {
        return feeds.computeIfAbsent(name, ignored -> new TreeMap<>());
    }

    NavigableSet<String> followers(String author) {
        return followers.computeIfAbsent(author, ignored -> new TreeSet<>());
    }

    NavigableSet<String> following(String follower) {
        return following.computeIfAbsent(follower, ignored -> new TreeSet<>());
    }

    /** What an idempotency key was used for. */
    record Request(Post answer, Instant expires) {
        boolean isLive(Instant now) {
            return now.isBefore(expires);
        }
    }

    /**
     * A row of a feed.
     *
     * @param expires from when on it counts as absent; null: never
     */
    record FeedRow(
            FeedItem item, boolean tombstone, @Nullable Instant expires) {
        static FeedRow of(FeedItem item) {
            return new FeedRow(item, false, null);
        }

        boolean isVisible(Instant now) {
            return !tombstone && (expires == null || now.isBefore(expires));
        }
    }
}
