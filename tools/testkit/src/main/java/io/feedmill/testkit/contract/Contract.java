package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult.Accepted;
import io.feedmill.common.publish.PostStore.PublishResult.Published;
import io.feedmill.common.publish.PostStore.Version;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestInstanceFactoryContext;
import org.junit.jupiter.api.extension.TestInstancePreConstructCallback;

/** The base class of the contracts: names and posts that no other test uses, at the backend's time. */
@ExtendWith(Contract.Nesting.class)
public abstract class Contract {
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final Random RANDOM = new Random();

    protected final DynamoBackend backend;
    protected final Stores stores;
    protected final SettableClock clock;
    protected final UserId author = freshUser("ann");
    private final MonotonicTicks ticks;

    /** Takes the backend of the test that the contract is nested in. */
    protected Contract() {
        this(Objects.requireNonNull(Nesting.BACKEND.get()));
    }

    protected Contract(DynamoBackend backend) {
        this.backend = backend;
        this.stores = backend.stores();
        this.clock = backend.clock();
        this.ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
    }

    /** Returns a new name. No name is a prefix of another. */
    protected static String fresh(String name) {
        return name + "-" + NAMES.incrementAndGet() + "x";
    }

    protected static UserId freshUser(String name) {
        return new UserId(fresh(name));
    }

    protected static List<UserId> users(String... ids) {
        return Users.users(ids);
    }

    /** Returns ids in ascending order. */
    protected static List<UserId> users(String name, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new UserId("%s-%05d".formatted(name, i)))
                .toList();
    }

    protected final PostId newId() {
        return PostId.create(ticks.next(), RANDOM);
    }

    protected final JobId newJobId() {
        return JobId.create(ticks.next(), RANDOM);
    }

    /** Returns an id of exactly this instant, independent of earlier ids. */
    protected static PostId idAt(Instant instant) {
        return PostId.create(Ticks.ofInstant(instant), RANDOM);
    }

    /** A new post for everyone, not published yet. */
    protected final Post post(String text) {
        return Posts.of(newId(), author, text);
    }

    protected final Post publish(String text) {
        return publish(post(text));
    }

    protected final Post publish(Post post) {
        return publish(post, null);
    }

    protected final Post publish(Post post, @Nullable String key) {
        assertThat(stores.posts().publish(post, key)).isEqualTo(published(post));
        return post;
    }

    /** The result of publishing the post: its plan is to be sent. */
    protected static Published published(Post post) {
        return new Published(post, List.of(Plan.of(JobId.of(post.id()), post.author())));
    }

    /** A change of permissions, whatever the version and the time of the last one. */
    protected static Change permit(Audience audience) {
        return new Change.Permissions(audience, Duration.ZERO, false);
    }

    protected static Change edit(String text) {
        return edit(Content.of(text));
    }

    /** An edit, whatever the time of the last change. */
    protected static Change edit(Content content) {
        return new Change.Edit(content, Duration.ZERO);
    }

    /** Changes the post as it was read: the plan of the change is to be sent. Returns the job's id. */
    protected final JobId change(Post read, Change change) {
        JobId job = newJobId();
        assertThat(stores.posts().change(read, change, job))
                .isEqualTo(new Accepted(List.of(Plan.of(job, read.author()))));
        return job;
    }

    /** Retracts the post. Returns the job's id. */
    protected final JobId retract(Post post) {
        return change(post, new Change.Retract(false));
    }

    protected final Post stored(Post post) {
        return stores.posts().find(post.id()).orElseThrow();
    }

    /** The job of this id. */
    protected final Job job(JobId id) {
        return stores.jobs().find(id).orElseThrow();
    }

    /** Closes a job without slices. */
    protected final JobUpdate close(Job job, int delivered, Skipped skipped) {
        return stores.jobs().closeInlineDelivery(job, delivered, skipped);
    }

    /** The post's row in its author's feed. */
    protected final Truth truth(Post post) {
        return stores.feeds().truth(post.author(), post.id());
    }

    /** The post's row in its author's home feed. */
    protected final Optional<FeedItem> home(Post post) {
        ItemKey key = new ItemKey(FeedName.home(post.author()), post.id());
        return Optional.ofNullable(
                stores.feeds().items(List.of(key), Consistency.STRONG).get(key));
    }

    protected final List<FeedItem> page(FeedName feed, int limit) {
        return stores.feeds().page(feed, PageRequest.first(limit)).items();
    }

    /** Returns all versions of the post, read by pages. */
    protected final List<Version> versions(Post post, int limit) {
        return walk(limit, (@Nullable Long after) -> stores.posts().versions(post.id(), after, limit));
    }

    /** As {@link #walk(int, Function, Function, Function)}, of pages of a list. */
    protected static <K, R> List<R> walk(int limit, Function<@Nullable K, Page<R, K>> read) {
        return walk(limit, read, Page::items, Page::next);
    }

    /** Returns the rows of all pages, each read after the key that the one before names. No page has more rows than the limit. */
    protected static <K, P, R> List<R> walk(
            int limit, Function<@Nullable K, P> read, Function<P, List<R>> rows, Function<P, @Nullable K> next) {
        List<R> all = new ArrayList<>();
        @Nullable K after = null;
        do {
            P page = read.apply(after);
            assertThat(rows.apply(page)).hasSizeLessThanOrEqualTo(limit);
            all.addAll(rows.apply(page));
            after = next.apply(page);
        } while (after != null);
        return all;
    }

    /** Returns the job's outbox row from the shard that the job names. */
    protected final List<OutboxRow> outboxOf(JobId job) {
        int shard = job(job).outboxShard();
        return stores.outbox().rows(shard, future(), null, 1_000).rows().stream()
                .filter(row -> row.work().id().equals(job.value()))
                .toList();
    }

    /** Returns the outbox rows of this work, oldest first. */
    protected final List<OutboxRow> outboxRows(Predicate<OpenWork> filter) {
        return Stores.openRows(stores, filter);
    }

    /** Options of a bulk write that has time enough. */
    protected static WriteOptions ample() {
        return WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60), SuspendSafeClock.system()));
    }

    /** The last change of the post, as the author's feed names it. */
    protected final @Nullable JobId lastChange(Post post) {
        return ((Truth.Live) truth(post)).change();
    }

    /** The post's item in the author's feed. */
    protected final FeedItem item(Post post) {
        return ((Truth.Live) truth(post)).item();
    }

    /** A time after that of every job. */
    protected final Instant future() {
        return clock.instant().plusSeconds(60);
    }

    protected final List<LedgerEntry> ledgerOf(PostId post, Instant at) {
        return Ledgers.entries(stores.ledger(), QuarterHour.of(at)).stream()
                .filter(entry ->
                        entry instanceof LedgerEntry.OfPost of && of.post().equals(post))
                .toList();
    }

    /** A test whose nested classes are contracts. */
    public interface Nest {
        DynamoBackend backend();
    }

    static final class Nesting implements TestInstancePreConstructCallback {
        private static final ThreadLocal<@Nullable DynamoBackend> BACKEND = new ThreadLocal<>();

        @Override
        public void preConstructTestInstance(TestInstanceFactoryContext instance, ExtensionContext context) {
            instance.getOuterInstance()
                    .filter(Nest.class::isInstance)
                    .ifPresent(nest -> BACKEND.set(((Nest) nest).backend()));
        }
    }
}
