package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.RebuildStore;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore.ChangeResult;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.testkit.steps.Run;
import io.feedmill.testkit.steps.Steps;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A Feedmill in memory, in which {@code ann} published one post: the real parts of a worker over a database in memory, each of their storage calls and
 * sends a step, each row of a home feed written by a step of its own. The stories of this package run in it, and the tests of single parts do.
 */
public final class World {
    public static final UserId AUTHOR = user("ann");
    public static final Duration GRACE = Duration.ofSeconds(30);

    /** Three lives of a handler: 60 s and a call timeout each. */
    public static final Duration UNTIL_NEXT_LOOK = Duration.ofSeconds(195);

    private static final int ROUNDS = 20;

    public final SettableClock clock = new SettableClock();
    public final MemoryStores fakes = MemoryStores.ofSteps(clock);
    public final MemoryQueue queue = new MemoryQueue(clock);
    public final Steps steps = new Steps();
    public final List<String> dead = new ArrayList<>();
    public final Notified notified = new Notified();
    public final Stores stores;
    public final Parts parts;
    public final PostId post;

    private final TreeSet<String> users = new TreeSet<>();
    private final List<PostId> posts = new ArrayList<>();
    private final List<Hook> hooks = new ArrayList<>();
    private final Set<QueueMessage> redelivered = new HashSet<>();
    private int changes;
    private final Random random = new Random(1);

    private World(FanoutSettings settings, String... followers) {
        stores = fakes.stores(steps);
        parts = new Parts(
                stores, steps.watch(QueueSender.class, queue), this::deadLetter, settings, 0, notified, clock);
        for (String follower : followers) {
            follow(follower);
        }
        post = publish();
    }

    /** Creates a world with these followers; the post's plan waits in the queue. */
    public static World of(int sliceSize, String... followers) {
        return of(new FanoutSettings(sliceSize, 1_000, Duration.ofSeconds(10)), followers);
    }

    public static World of(FanoutSettings settings, String... followers) {
        return new World(settings, followers);
    }

    /** As {@link #of}, and all work is done. */
    public static World delivered(int sliceSize, String... followers) {
        World world = of(sliceSize, followers);
        world.finish();
        return world;
    }

    /** Returns ids of followers, as long as ids may be. */
    public static String[] longNames(int count) {
        return IntStream.range(0, count).mapToObj("%064d"::formatted).toArray(String[]::new);
    }

    /** Returns the audience of these users. */
    public static Audience only(String... users) {
        return new Audience.Users(new TreeSet<>(users(users)));
    }

    private void deadLetter(Queue from, String body, DeadLetterReason reason, String detail) {
        dead.add(from.suffix() + " " + reason.value() + ": " + detail);
    }

    /** Publishes one more post, and sends its plan. */
    public PostId publish() {
        return publish(Audience.everyone());
    }

    /** As {@link #publish}, with this audience. */
    public PostId publish(Audience audience) {
        Post post = store(audience);
        queue.send(Plan.of(JobId.of(post.id()), AUTHOR));
        return post.id();
    }

    /** Publishes one more post, on read: it has no plan. */
    public PostId publishOnRead() {
        return store(Audience.everyone(), Mode.ON_READ).id();
    }

    /** Publishes one more post that mentions these users, and sends its plan. */
    public PostId publishMentioning(Mode mode, String... users) {
        Post post = store(mentioning(users), Audience.everyone(), mode);
        queue.send(Plan.of(JobId.of(post.id()), AUTHOR));
        return post.id();
    }

    public static Content mentioning(String... users) {
        return new Content("some version", null, new TreeSet<>(users(users)));
    }

    private Post store(Audience audience) {
        return store(audience, Mode.PUSH);
    }

    private Post store(Audience audience, Mode mode) {
        return store(Content.of("first version"), audience, mode);
    }

    private Post store(Content content, Audience audience, Mode mode) {
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()) + posts.size(), random);
        Post post = new Post(id, AUTHOR, content, 1, null, audience, mode);
        fakes.posts().publish(post, null);
        posts.add(id);
        return post;
    }

    /** Does all work, and publishes more posts, which all followers have: without handlers, of which hundreds take seconds. */
    public List<PostId> deliver(int count) {
        finish();
        List<UserId> followers = fakes.follows().followersAfter(AUTHOR, null, 1_000);
        return IntStream.range(0, count)
                .mapToObj(i -> store(Audience.everyone()))
                .peek(post -> deliver(post, followers))
                .map(Post::id)
                .toList();
    }

    private void deliver(Post post, List<UserId> followers) {
        WriteOptions options = WriteOptions.bulk(Deadline.in(Duration.ofMinutes(1), SuspendSafeClock.system()));
        fakes.feeds().putHome(FeedItem.of(post, Via.FOLLOW), followers, options);
        fakes.jobs().closeInlineDelivery(job(post.id()), followers.size(), Skipped.NONE);
    }

    /** Stores a post of another author, whose fan-out is nobody's matter. */
    public Post publishBy(String author) {
        clock.advance(Duration.ofMillis(1));
        PostId id = PostId.create(Ticks.ofInstant(clock.instant()), random);
        Post other = Posts.of(id, user(author), "hello");
        fakes.posts().publish(other, null);
        return other;
    }

    /** Begins a rebuild, without its message. */
    public Rebuild beginRebuild(String user) {
        return Rebuild.of(((BeginResult.Begun) stores.rebuilds().begin(user(user), RebuildStore.PAUSE)).work());
    }

    public List<PostId> posts() {
        return posts;
    }

    /** Begins a follow whose home feed nothing reconciles: what the fan-out does alone. */
    public void follow(String user) {
        users.add(user);
        if (stores.follows().follow(new Follow(user(user), AUTHOR)) instanceof FollowResult.Followed followed) {
            fakes.follows().end(followed.change());
        }
    }

    /** As {@link #follow}, the end. */
    public void unfollow(String user) {
        stores.follows().unfollow(new Follow(user(user), AUTHOR)).ifPresent(fakes.follows()::end);
    }

    /** Begins a follow as the API does: its message waits in the queue. */
    public FollowChange beginFollow(String user) {
        users.add(user);
        FollowResult result = stores.follows().follow(new Follow(user(user), AUTHOR));
        FollowChange change = ((FollowResult.Followed) result).change();
        queue.send(Reconcile.of(change));
        return change;
    }

    /** As {@link #beginFollow}, the end, with the grace. */
    public FollowChange endFollow(String user) {
        FollowChange change =
                stores.follows().unfollow(new Follow(user(user), AUTHOR)).orElseThrow();
        queue.send(Reconcile.of(change), GRACE);
        return change;
    }

    /** Returns the follows, unfollows and rebuilds that are not reconciled. */
    public List<OpenWork> openPairs() {
        return Stores.openRows(fakes, work -> !work.kind().equals(Job.KIND)).stream()
                .map(OutboxRow::work)
                .toList();
    }

    /** Returns the posts in a home feed, newest first. */
    public List<PostId> home(String user) {
        return fakes.home(user(user)).stream().map(FeedItem::post).toList();
    }

    /** Stores another version of the post. */
    public void revise(long version) {
        fakes.revise(new Post(
                post, AUTHOR, Content.of("version " + version), version, null, Audience.everyone(), Mode.PUSH));
    }

    public void retract() {
        fakes.retract(AUTHOR, post);
    }

    /** Changes the permissions of the post and sends the plan. Returns the job's id. */
    public JobId permit(Audience audience) {
        JobId job = change(audience);
        queue.send(Plan.of(job, AUTHOR));
        return job;
    }

    /** As {@link #permit}, but crashes before the plan is sent. */
    public JobId change(Audience audience) {
        return change(new Change.Permissions(audience, Duration.ZERO, false));
    }

    /** Edits the post, but does not send the plan. Returns the job's id. */
    public JobId edit(String text) {
        return change(new Change.Edit(Content.of(text), Duration.ZERO));
    }

    /** Changes the post, but does not send the plan. Returns the job's id. */
    public JobId change(Change change) {
        return change(post, change);
    }

    /** As {@link #change(Change)}, of another post. */
    public JobId change(PostId changed, Change change) {
        changes++;
        JobId job = JobId.create(Ticks.ofInstant(clock.instant()) + changes, random);
        Post current = fakes.posts().find(changed).orElseThrow();
        assertThat(fakes.posts().change(current, change, job)).isInstanceOf(ChangeResult.Accepted.class);
        return job;
    }

    public Plan plan() {
        return plan(JobId.of(post));
    }

    public static Plan plan(JobId job) {
        return Plan.of(job, AUTHOR);
    }

    /** Does this just before the n-th such call from now on. {@link Exact} asserts that it happened. */
    public void before(String call, int nth, Runnable action) {
        hooks.add(steps.before(call, nth, action));
    }

    /** Lets the n-th such call from now on fail, as {@link #before}. */
    public void fail(String call, int nth, Kind kind) {
        before(call, nth, () -> {
            throw new StorageException(kind, "for now");
        });
    }

    void assertAllHappened() {
        assertThat(hooks).allMatch(Hook::fired);
    }

    /** Lets the table take all rows again. */
    public void recover() {
        fakes.throttleAfter(Integer.MAX_VALUE);
    }

    /** Takes the next message out of the queue. */
    public QueueMessage take() {
        return queue.take().orElseThrow();
    }

    /** Returns the messages that were sent after this number of others. */
    public List<QueueMessage> sentAfter(int number) {
        return queue.sent().stream().skip(number).map(Sent::message).toList();
    }

    public Sent lastSent() {
        return queue.sent().getLast();
    }

    /** Handles a message, which is redelivered if its handler dies. */
    public Run handle(QueueMessage message, CrashPoint point) {
        Run run = steps.run(point, () -> receive(message));
        if (run.crashed()) {
            redelivered.add(message);
            queue.send(message);
        }
        return run;
    }

    public Run handle(QueueMessage message) {
        return handle(message, CrashPoint.NONE);
    }

    /** Handles a message that an earlier handler, which died, has received. */
    public Run redeliver(QueueMessage message) {
        redelivered.add(message);
        return handle(message);
    }

    public void receive(QueueMessage message) {
        receive(message, clock.instant());
    }

    /** Handles a message that was sent at this time. */
    public void receive(QueueMessage message, Instant sentAt) {
        Receipt receipt = new Receipt(redelivered.remove(message) ? 2 : 1, sentAt, clock.instant());
        parts.listener().receive(message.type().queue(), MessageCodec.encode(message), receipt);
    }

    /** Handles the next message of the queue. */
    public Run next(CrashPoint point) {
        return handle(take(), point);
    }

    public Run next() {
        return next(CrashPoint.NONE);
    }

    /** Handles messages until none is due. */
    public void work() {
        for (Optional<QueueMessage> next = queue.take(); next.isPresent(); next = queue.take()) {
            handle(next.get());
        }
    }

    /** Works at both looks of each unfollow. */
    public void lookTwice() {
        workAfter(GRACE);
        workAfter(UNTIL_NEXT_LOOK);
    }

    /** Handles messages that are due after this time, and those that these send. */
    public void workAfter(Duration time) {
        clock.advance(time);
        work();
    }

    /** Handles messages until none waits, each of which may write this number of rows. Returns the number of messages. */
    public int workInParts(int rows) {
        int handled = 0;
        while (!queue.waiting().isEmpty()) {
            Optional<QueueMessage> next = queue.take();
            if (next.isEmpty()) {
                clock.advance(Duration.ofMinutes(1));
                continue;
            }
            fakes.throttleAfter(rows);
            handle(next.get());
            handled++;
            assertThat(handled).as("messages without an end").isLessThan(60);
        }
        recover();
        return handled;
    }

    /** Runs a sweep after every job seems to have stalled. */
    public Run sweep(CrashPoint point) {
        clock.advance(Duration.ofHours(1));
        return steps.run(point, parts.sweep()::run);
    }

    public void sweep() {
        sweep(CrashPoint.NONE);
    }

    /** Works and sweeps until every job is complete. */
    public void finish() {
        work();
        for (int round = 0; !openJobs().isEmpty(); round++) {
            assertThat(round).as("rounds without an end: " + openJobs()).isLessThan(ROUNDS);
            sweep();
            work();
        }
    }

    public List<JobId> openJobs() {
        return Stores.openRows(fakes, work -> work.kind().equals(Job.KIND)).stream()
                .map(row -> JobId.parse(row.work().id()))
                .toList();
    }

    public Job job() {
        return job(post);
    }

    public Job job(PostId id) {
        return job(JobId.of(id));
    }

    public Job job(JobId id) {
        return fakes.jobs().find(id).orElseThrow();
    }

    /** Returns the post's rows in a home feed. */
    public List<FeedItem> rows(String user, PostId id) {
        return fakes.home(user(user)).stream()
                .filter(item -> item.post().equals(id))
                .toList();
    }

    /** Returns the users with the post, of all who ever followed. */
    public List<String> reached() {
        return users.stream().filter(user -> !rows(user, post).isEmpty()).toList();
    }

    /** Returns the version in a user's home feed. */
    public long version(String user) {
        return rows(user, post).getFirst().version();
    }

    /** Returns the number of a run's calls of this kind. */
    public static long calls(Run run, String call) {
        return run.steps().stream().filter(step -> step.startsWith(call)).count();
    }

    /** Whether a run wrote or deleted items of home feeds. */
    public static boolean writes(Run run) {
        return calls(run, "FeedStore.putHome") + calls(run, "FeedStore.deleteHome") > 0;
    }
}
