package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.WriteGate.Lane;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.follow.PairChange;
import io.feedmill.common.follow.RebuildStore.LastRebuild;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.ViewKey;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.onread.OnReadAuthor;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.WorkerRow;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.KeyedRequest;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.recall.Notice;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.rights.RightsStore.Rights;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The rows that all fakes share. Each storage call holds the monitor of this object. */
final class FakeTables {
    static final int OUTBOX_SHARDS = 64;

    /** As computed from the queues' visibility timeout. */
    private static final Duration RECALL_SURPLUS = HandlerLife.LAST_WRITE;

    private static final NavigableSet<UserId> NOBODY = Collections.emptyNavigableSet();

    /** The defaults of {@code feedmill.retention}. */
    static final Duration RETENTION = Duration.ofDays(90);

    final Clock clock;
    final Duration feedRetention;
    final Map<PostId, Post> posts = new HashMap<>();
    final Map<PostId, SortedMap<String, String>> metadata = new HashMap<>();
    final Map<String, Request> requests = new HashMap<>();
    final Map<JobId, Job> jobs = new HashMap<>();
    final Map<JobId, Map<Integer, Slice>> slices = new HashMap<>();
    final Map<JobId, Map<Integer, PendingSlice>> requeues = new HashMap<>();
    final Map<PostId, Recall> recalls = new TreeMap<>();
    final Set<Notice> notices = new HashSet<>();
    final Map<UserId, OnReadAuthor> onRead = new TreeMap<>();
    Dormancy dormancy = Dormancy.NONE;
    final Map<UserId, Active> active = new HashMap<>();
    final Map<String, Rights> rights = new HashMap<>();
    final Map<PostId, UserId> retracted = new HashMap<>();
    final Map<PostId, Long> readableFrom = new HashMap<>();
    final Map<OpenWork, OutboxRow> outbox = new TreeMap<>(Comparator.comparing(OpenWork::sortKey)
            .thenComparing(OpenWork::kind)
            .thenComparingInt(OpenWork::shard));
    final Set<String> malformed = new HashSet<>();
    final Set<String> newer = new HashSet<>();
    final Map<OpenWork, OutboxRow> orphans = new HashMap<>();
    final Map<String, Instant> sweepers = new TreeMap<>();
    final Map<String, WorkerRow> workers = new TreeMap<>();
    final Map<UserId, AuthorCounters> counters = new HashMap<>();
    final Map<PostId, PostCounters> postCounters = new HashMap<>();
    final Set<ViewKey> views = new HashSet<>();
    final Set<ReactionKey> reactions = new HashSet<>();
    final List<LedgerEntry> ledger = new ArrayList<>();
    final Set<Lane> lanes = EnumSet.noneOf(Lane.class);
    /** The number of home feed rows that may be written before the store throttles. */
    int room = Integer.MAX_VALUE;

    final Set<UserId> refused = new HashSet<>();
    Runnable afterWrite = () -> {};

    private final Map<FeedName, NavigableMap<FeedKey, FeedRow>> feeds = new HashMap<>();
    private final Map<UserId, NavigableMap<UserId, Follower>> followers = new HashMap<>();
    private final Map<UserId, NavigableSet<UserId>> following = new HashMap<>();
    private final Map<UserId, Map<UserId, Long>> hidden = new HashMap<>();
    private final Map<UserId, NavigableSet<UserId>> muted = new HashMap<>();
    private final Map<UserId, NavigableSet<UserId>> blocked = new HashMap<>();
    final Set<UserId> asking = new HashSet<>();
    /** Requests to follow, each with its end. */
    final Map<Follow, Instant> requested = new HashMap<>();

    final Map<UserId, LastRebuild> rebuilds = new HashMap<>();
    private final AtomicLong lastTick = new AtomicLong();

    private final Map<PostId, NavigableMap<Long, Version>> versions = new HashMap<>();
    private final Map<String, NavigableMap<String, PlacedPost>> places = new HashMap<>();

    FakeTables(Clock clock, Duration feedRetention) {
        this.clock = clock;
        this.feedRetention = feedRetention;
    }

    /** Whether a row of this feed is older than home feeds keep it. */
    boolean isOutlived(FeedName feed, FeedKey key) {
        return feed.isHome() && !now().isBefore(key.postId().createdAt().plus(feedRetention));
    }

    boolean isVisible(FeedName feed, FeedKey key, FeedRow row) {
        return row.isVisible(now()) && !isOutlived(feed, key);
    }

    Instant now() {
        return clock.instant();
    }

    /** Adds to a post's counters. */
    void count(PostId post, PostCounters more) {
        postCounters.merge(post, more, PostCounters::plus);
    }

    /** Whether the rows with this partition key are in the segment. */
    static boolean has(Segment segment, String partition) {
        return Math.floorMod(partition.hashCode(), segment.total()) == segment.index();
    }

    /** Returns the rows of all author feeds, by feed and key. */
    List<Placed> authorRows() {
        return rows(feed -> !feed.isHome());
    }

    /** Returns the rows of all home feeds, by feed and key. */
    List<Placed> homeRows() {
        return rows(FeedName::isHome);
    }

    private List<Placed> rows(Predicate<FeedName> which) {
        return feeds.entrySet().stream()
                .filter(feed -> which.test(feed.getKey()))
                .flatMap(feed -> feed.getValue().entrySet().stream()
                        .map(row -> new Placed(feed.getKey(), row.getKey(), row.getValue())))
                .sorted(Placed.ORDER)
                .toList();
    }

    NavigableMap<FeedKey, FeedRow> feed(FeedName name) {
        return feeds.computeIfAbsent(name, ignored -> new TreeMap<>());
    }

    NavigableMap<UserId, Follower> followers(UserId author) {
        return followers.computeIfAbsent(author, ignored -> new TreeMap<>());
    }

    NavigableSet<UserId> following(UserId follower) {
        return following.computeIfAbsent(follower, ignored -> new TreeSet<>());
    }

    /** Returns the authors whom the reader has unfollowed, each with the tick of the unfollow. */
    Map<UserId, Long> hidden(UserId reader) {
        return hidden.computeIfAbsent(reader, ignored -> new HashMap<>());
    }

    NavigableSet<UserId> muted(UserId reader) {
        return muted.computeIfAbsent(reader, ignored -> new TreeSet<>());
    }

    /** Returns the users whom this one blocks. */
    NavigableSet<UserId> blocked(UserId user) {
        return blocked.computeIfAbsent(user, ignored -> new TreeSet<>());
    }

    Set<Follow> openRequests() {
        requested.values().removeIf(end -> !now().isBefore(end));
        return requested.keySet();
    }

    boolean isBlocked(Follow pair) {
        return blocked.getOrDefault(pair.follower(), NOBODY).contains(pair.author())
                || blocked.getOrDefault(pair.author(), NOBODY).contains(pair.follower());
    }

    /** Ends a follow and its request; returns empty if the follow has no row. */
    Optional<PairChange> unfollow(Follow follow) {
        requested.remove(follow);
        boolean followed = followers(follow.author()).remove(follow.follower()) != null;
        if (!following(follow.follower()).remove(follow.author()) && !followed) {
            return Optional.empty();
        }
        PairChange change = change(follow, PairChange.Kind.UNFOLLOW);
        hidden(follow.follower()).put(follow.author(), change.tick());
        return Optional.of(change);
    }

    /** Returns the next tick, also after the clock was set back by more than a process may run ahead. */
    long nextTick() {
        return lastTick.updateAndGet(last -> Math.max(Ticks.ofInstant(now()), last + 1));
    }

    /** Adds the outbox row of a follow that began or ended. */
    PairChange change(Follow follow, PairChange.Kind kind) {
        PairChange change = change(follow, nextTick(), kind);
        open(change.work());
        return change;
    }

    /** Adds the outbox row of new work; returns false if it has one. */
    boolean open(OpenWork work) {
        return outbox.putIfAbsent(work, new OutboxRow(work)) == null;
    }

    void postpone(OpenWork work, Instant nextDue) {
        outbox.computeIfPresent(work, (key, row) -> new OutboxRow(key, row.resends(), nextDue));
    }

    static PairChange change(Follow follow, long tick, PairChange.Kind kind) {
        int shard = Math.floorMod(follow.hashCode(), OUTBOX_SHARDS);
        return new PairChange(shard, tick, follow.follower(), follow.author(), kind);
    }

    void endRecall(PostId post) {
        Recall.End end = new Recall.End(now().truncatedTo(ChronoUnit.SECONDS), RECALL_SURPLUS);
        recalls.computeIfPresent(
                post, (id, recall) -> recall.end() == null ? new Recall(id, recall.kind(), end) : recall);
    }

    /** Returns the users with rows that hide or block others. */
    NavigableSet<UserId> readers() {
        NavigableSet<UserId> readers = new TreeSet<>(hidden.keySet());
        readers.addAll(blocked.keySet());
        return readers;
    }

    NavigableMap<Long, Version> versions(PostId post) {
        return versions.computeIfAbsent(post, ignored -> new TreeMap<>());
    }

    /** Returns the posts of a country by sort key. */
    NavigableMap<String, PlacedPost> places(String country) {
        return places.computeIfAbsent(country, ignored -> new TreeMap<>(KeyRange::compare));
    }

    /** Removes the post from its place. */
    void removePlace(PostId post) {
        places.values()
                .forEach(rows -> rows.values().removeIf(placed -> placed.post().equals(post)));
    }

    /** Stores the version as the newest one of its post. */
    void put(Post version) {
        posts.put(version.id(), version);
        versions(version.id()).put(version.version(), new Version(version.version(), version.content()));
    }

    /** Adds the accepted job of a post and its outbox row. */
    void accept(Post post) {
        accept(JobId.of(post.id()), post, Cause.PUBLICATION);
    }

    /** Adds an accepted job and its outbox row. */
    void accept(JobId job, Post post, Cause cause) {
        int shard = Math.floorMod(job.hashCode(), OUTBOX_SHARDS);
        Instant accepted = job.createdAt();
        Job open = new Job(
                job,
                post.id(),
                post.author(),
                JobState.ACCEPTED,
                Job.Counts.ZERO,
                0,
                Collections.emptySortedSet(),
                accepted,
                accepted,
                null,
                shard,
                cause,
                Skipped.NONE,
                null,
                post.mode());
        jobs.put(job, open);
        open(open.work());
    }

    /** Null: none within the last 24 hours. */
    @Nullable Request earlier(KeyedRequest request) {
        Request earlier = requests.get(request.user() + "#" + request.key());
        return earlier == null || !earlier.isLive(now()) ? null : earlier;
    }

    void remember(KeyedRequest request, Object answer) {
        Instant expires = now().plus(Duration.ofHours(24));
        requests.put(request.user() + "#" + request.key(), new Request(answer, request.body(), expires));
    }

    /** The first answer to an idempotency key. */
    record Request(Object answer, String body, Instant expires) {
        boolean isLive(Instant now) {
            return now.isBefore(expires);
        }
    }

    /** A row with its feed and its key. */
    record Placed(FeedName feed, FeedKey key, FeedRow row) {
        static final Comparator<Placed> ORDER =
                Comparator.comparing((Placed placed) -> placed.feed().value()).thenComparing(Placed::key);

        RowKey position() {
            return new RowKey(feed.value(), key.value());
        }

        boolean isAfter(RowKey position) {
            int feeds = feed.value().compareTo(position.pk());
            return feeds > 0 || (feeds == 0 && key.value().compareTo(position.sk()) > 0);
        }
    }

    /**
     * A row of a feed.
     *
     * @param expires the instant from which the row counts as absent; null: never
     * @param change the job of the last change; null: none
     */
    record FeedRow(
            FeedItem item,
            boolean tombstone,
            @Nullable Instant expires,
            @Nullable JobId change) {
        static FeedRow of(FeedItem item) {
            return new FeedRow(item, false, null, null);
        }

        FeedRow with(FeedItem other, @Nullable JobId job) {
            return new FeedRow(other, tombstone, expires, job);
        }

        boolean isVisible(Instant now) {
            return !tombstone && (expires == null || now.isBefore(expires));
        }
    }
}
