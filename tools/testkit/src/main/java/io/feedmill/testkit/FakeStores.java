package io.feedmill.testkit;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.ViewStore;
import io.feedmill.common.device.DeviceStore;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.WriteGate.Lane;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.PairChange;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.onread.OnReadStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.WorkerStore;
import io.feedmill.common.place.PlaceStore;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.rights.RightsStore;
import io.feedmill.common.room.RoomStore;
import io.feedmill.testkit.FakeTables.FeedRow;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * All stores in memory, over shared tables. Each method is atomic, as one DynamoDB call is. A write to several home feeds is atomic for each user.
 * Thread-safe.
 */
public final class FakeStores {
    private static final Duration FEED_RETENTION = Duration.ofDays(30);

    private final FakeTables tables;
    private final RoomStore rooms;
    private final DeviceStore devices;
    private final ReportStore reports;

    /** Creates stores with the default settings. */
    public FakeStores(Clock clock) {
        this(clock, FEED_RETENTION);
    }

    /**
     * Creates stores with the default settings but one.
     *
     * @param feedRetention how long home feeds keep an item
     */
    public FakeStores(Clock clock, Duration feedRetention) {
        tables = new FakeTables(clock, feedRetention);
        devices = atomic(DeviceStore.class, new FakeDeviceStore(clock));
        rooms = atomic(RoomStore.class, new FakeRoomStore(tables));
        reports = atomic(ReportStore.class, new FakeReports(clock));
    }

    /** Makes each call hold the tables' monitor; a write to several home feeds takes it for each user. */
    private <S> S atomic(Class<S> type, S store) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    try {
                        if (method.getReturnType() == BatchResult.class) {
                            return method.invoke(store, arguments);
                        }
                        synchronized (tables) {
                            return method.invoke(store, arguments);
                        }
                    } catch (InvocationTargetException e) {
                        throw e.getTargetException();
                    }
                }));
    }

    public PostStore posts() {
        return atomic(PostStore.class, new FakePostStore(tables));
    }

    /** Returns all stores by type, as a program gets them. */
    public Stores stores() {
        List<Object> all = List.of(
                posts(),
                feeds(),
                follows(),
                readers(),
                rebuilds(),
                jobs(),
                outbox(),
                workers(),
                counters(),
                ledger(),
                rooms,
                devices,
                views(),
                reports(),
                places(),
                recalls(),
                rights(),
                onRead(),
                dormancy());
        return new Stores() {
            @Override
            public <S> S get(Class<S> type) {
                return all.stream()
                        .filter(type::isInstance)
                        .map(type::cast)
                        .findFirst()
                        .orElseThrow();
            }
        };
    }

    public FeedStore feeds() {
        return atomic(FeedStore.class, new FakeFeedStore(tables));
    }

    public FollowStore follows() {
        return atomic(FollowStore.class, new FakeFollowStore(tables));
    }

    public ReaderStore readers() {
        return atomic(ReaderStore.class, new FakeReaderStore(tables));
    }

    public RebuildStore rebuilds() {
        return atomic(RebuildStore.class, new FakeRebuildStore(tables));
    }

    public JobStore jobs() {
        return atomic(JobStore.class, new FakeJobStore(tables));
    }

    public OutboxStore outbox() {
        return atomic(OutboxStore.class, new FakeOutboxStore(tables));
    }

    public WorkerStore workers() {
        return atomic(WorkerStore.class, new FakeWorkerStore(tables));
    }

    public CounterStore counters() {
        return atomic(CounterStore.class, new FakeCounterStore(tables));
    }

    public PlaceStore places() {
        return atomic(PlaceStore.class, new FakePlaceStore(tables));
    }

    public RecallStore recalls() {
        return atomic(RecallStore.class, new FakeRecallStore(tables));
    }

    public OnReadStore onRead() {
        return atomic(OnReadStore.class, new FakeOnReadStore(tables));
    }

    public DormancyStore dormancy() {
        return atomic(DormancyStore.class, new FakeDormancyStore(tables));
    }

    public RightsStore rights() {
        return atomic(RightsStore.class, new FakeRightsStore(tables));
    }

    public LedgerStore ledger() {
        return atomic(LedgerStore.class, new FakeLedgerStore(tables));
    }

    public RoomStore rooms() {
        return rooms;
    }

    public DeviceStore devices() {
        return devices;
    }

    public ViewStore views() {
        return atomic(ViewStore.class, new FakeViewStore(tables));
    }

    public ReportStore reports() {
        return reports;
    }

    /** Adds a ledger entry without a transaction, at any time. */
    public void enter(LedgerEntry entry) {
        locked(() -> tables.ledger.add(entry));
    }

    /** Returns the stored rows of a user's home feed, newest first. */
    public List<FeedItem> home(UserId user) {
        synchronized (tables) {
            return tables.feed(FeedName.home(user)).values().stream()
                    .map(FeedRow::item)
                    .toList();
        }
    }

    /** Returns the lanes of all writes to home feeds. */
    public Set<Lane> lanes() {
        synchronized (tables) {
            return Set.copyOf(tables.lanes);
        }
    }

    /** Retracts the post: deletes it and leaves a tombstone in the author feed. Home feeds keep their rows. */
    public void retract(UserId author, PostId post) {
        synchronized (tables) {
            tables.posts.remove(post);
            tables.retracted.put(post, author);
            replace(FeedName.author(author), post, row -> new FeedRow(row.item(), true, null, row.change()));
        }
    }

    /** Stores another version of the post, also in the author feed. Home feeds keep their rows. */
    public void revise(Post version) {
        synchronized (tables) {
            tables.put(version);
            replace(
                    FeedName.author(version.author()),
                    version.id(),
                    row -> row.with(FeedItem.of(version, Via.SELF), row.change()));
        }
    }

    /** Sets the expiry of a feed's row. */
    public void expire(FeedName feed, PostId post, Instant from) {
        locked(() -> replace(feed, post, row -> new FeedRow(row.item(), row.tombstone(), from, row.change())));
    }

    /** Adds a row to any feed, without a post or a follow. */
    public void plant(StoredItem stored) {
        locked(() -> tables.feed(stored.feed()).put(stored.key(), FeedRow.of(stored.item())));
    }

    /** Removes the outbox row of a change: its work is lost. */
    public void removeOutboxRow(PairChange change) {
        locked(() -> tables.outbox.remove(change.work()));
    }

    /** Removes a job's row. Its outbox row stays. */
    public void removeJob(JobId job) {
        locked(() -> tables.jobs.remove(job));
    }

    /** Makes the job's outbox row one that no version writes. */
    public void makeOutboxRowMalformed(JobId job) {
        locked(() -> tables.malformed.add(job.value()));
    }

    /** Makes the job's outbox row one of a newer version. */
    public void makeOutboxRowNewer(JobId job) {
        locked(() -> tables.newer.add(job.value()));
    }

    /** Returns the rows of absent jobs. */
    public List<OutboxRow> orphans() {
        synchronized (tables) {
            return List.copyOf(tables.orphans.values());
        }
    }

    /** Replaces a job's row, also by an impossible state. */
    public void replaceJob(Job job) {
        locked(() -> tables.jobs.put(job.id(), job));
    }

    /** Replaces what the row of a job says of its progress. */
    public void replaceJob(Job job, JobState state, Counts counts) {
        replaceJob(new Job(
                job.id(),
                job.post(),
                job.author(),
                state,
                counts,
                job.planned(),
                job.pending(),
                job.acceptedAt(),
                job.progressAt(),
                job.completedAt(),
                job.outboxShard(),
                job.cause(),
                job.skippedBy(),
                job.supersededBy(),
                job.mode()));
    }

    /** Adds to an author's counters without a job. */
    public void count(UserId author, AuthorCounters more) {
        locked(() -> tables.counters.merge(
                author, more, (a, b) -> new AuthorCounters(a.posts() + b.posts(), a.deliveries() + b.deliveries())));
    }

    /** Removes a feed's row. */
    public void remove(FeedName feed, PostId post) {
        locked(() -> tables.feed(feed).remove(post.feedKey()));
    }

    /** Removes the row {@code followers:<author>} of a relation, as a crashed import leaves it. */
    public void removeFollowersRow(Follow follow) {
        locked(() -> tables.followers(follow.author()).remove(follow.follower()));
    }

    /** Removes the row {@code following:<follower>} of a relation, as a crashed import leaves it. */
    public void removeFollowingRow(Follow follow) {
        locked(() -> tables.following(follow.follower()).remove(follow.author()));
    }

    /** Removes the row of a planned slice. Production code never does. */
    public void removeSlice(JobId job, int number) {
        locked(() -> Objects.requireNonNull(tables.slices.get(job)).remove(number));
    }

    /** Throttles writes of home feeds after this number of rows: further writes return an incomplete result. */
    public void throttleAfter(int rows) {
        locked(() -> tables.room = rows);
    }

    /** Refuses writes of the home feeds of these users, and of no others. */
    public void refuse(UserId... users) {
        synchronized (tables) {
            tables.refused.clear();
            tables.refused.addAll(List.of(users));
        }
    }

    /** Runs this after each row that is written to a home feed, before its writer has the answer. */
    public void afterWrite(Runnable action) {
        locked(() -> tables.afterWrite = action);
    }

    private void locked(Runnable change) {
        synchronized (tables) {
            change.run();
        }
    }

    private void replace(FeedName feed, PostId post, UnaryOperator<FeedRow> change) {
        FeedKey key = post.feedKey();
        if (tables.feed(feed).computeIfPresent(key, (ignored, row) -> change.apply(row)) == null) {
            throw new IllegalStateException(feed + " has no post " + post);
        }
    }
}
