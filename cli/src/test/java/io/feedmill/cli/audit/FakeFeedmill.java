package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.Timing;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.steps.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** A Feedmill in memory whose fan-out is done by the test, and audits of it. A minute passes after every step. */
final class FakeFeedmill {
    static final Duration MARGIN = Duration.ofMinutes(2);
    static final Duration RETENTION = Duration.ofDays(365);

    final SettableClock clock = new SettableClock();
    final MemoryStores fakes = MemoryStores.ofSteps(clock, RETENTION);
    final MemoryQueue queue = new MemoryQueue(clock);
    final Steps steps = new Steps();
    final Stores stores = fakes.stores(steps);
    private final MonotonicTicks ticks = new MonotonicTicks(() -> Ticks.ofInstant(clock.instant()));
    private final Random random = new Random(1);
    private Runnable whilePaused = () -> {};

    void pass(Duration time) {
        clock.advance(time);
    }

    /** An audit waits. */
    private void pause(Duration time) {
        pass(time);
        whilePaused.run();
    }

    /** Has this done in each pause of an audit. */
    void whilePaused(Runnable work) {
        whilePaused = work;
    }

    /** Begins follows that bring nothing, and ends their work. */
    void follow(String author, String... users) {
        for (String user : users) {
            if (fakes.follows().follow(new Follow(user(user), user(author))) instanceof FollowResult.Followed begun) {
                end(begun.change());
            }
        }
    }

    FollowChange beginFollow(String author, String user) {
        return ((FollowResult.Followed) fakes.follows().follow(new Follow(user(user), user(author)))).change();
    }

    void importFollow(String author, String user) {
        fakes.follows().importAll(List.of(new Follow(user(user), user(author))));
    }

    /** Leaves the items, and the work open. */
    FollowChange unfollow(String author, UserId user) {
        return fakes.follows().unfollow(new Follow(user, user(author))).orElseThrow();
    }

    void end(FollowChange change) {
        fakes.follows().end(change);
    }

    /** Publishes long after all follows up to now. */
    PostId publish(String author) {
        pass(Duration.ofHours(1));
        PostId post = PostId.create(ticks.next(), random);
        fakes.posts().publish(Posts.of(post, user(author), "hello"), null);
        return post;
    }

    /** Publishes, fans out to all followers, and lets the job settle. */
    PostId post(String author) {
        PostId post = publish(author);
        deliver(author, post);
        pass(Duration.ofHours(1));
        return post;
    }

    void deliver(String author, PostId post) {
        List<UserId> followers = fakes.follows().followersAfter(user(author), null, 100_000);
        put(item(author, post), followers);
        Job job = fakes.jobs().find(JobId.of(post)).orElseThrow();
        fakes.jobs().closeInlineDelivery(job, followers.size(), Skipped.NONE);
    }

    /** Changes who may read the post; the job that home feeds wait for is open. */
    JobId permit(PostId post, Audience audience) {
        return change(post, new Change.Permissions(audience, Duration.ZERO, false));
    }

    JobId edit(PostId post, Content content) {
        return change(post, new Change.Edit(content, Duration.ZERO));
    }

    JobId retract(PostId post) {
        return change(post, new Change.Retract(false));
    }

    private JobId change(PostId post, Change change) {
        JobId job = JobId.create(ticks.next(), random);
        fakes.posts().change(fakes.posts().find(post).orElseThrow(), change, job);
        return job;
    }

    /** Adds and removes a reaction. Only of the first no message was lost. */
    void goneReaction(String author, PostId post, String user) {
        ReactionKey reaction = new ReactionKey(post, "like", user(user));
        fakes.counters().add(reaction);
        fakes.counters().recount(post);
        fakes.notifications()
                .refresh(
                        new NotificationKey(user(author), NotificationKey.REACTION, post.value()),
                        Set.of(user(user)),
                        actors -> fakes.counters().reacted(post, actors));
        fakes.counters().remove(reaction);
    }

    /** Puts the post as its author's feed has it. */
    void spread(PostId post, String... users) {
        Post now = fakes.posts().find(post).orElseThrow();
        put(FeedItem.of(now, Via.FOLLOW), Users.users(users));
    }

    /** Puts the post, marked as one for the users of a list. */
    void putLimited(String author, PostId post, String... users) {
        put(item(author, post).with(users(users)), Users.users(users));
    }

    /** Closes the job of a change: home feeds are up to date. */
    void close(JobId change) {
        fakes.jobs().closeInlineDelivery(fakes.jobs().find(change).orElseThrow(), 0, Skipped.NONE);
    }

    static Audience users(String... users) {
        return new Audience.Users(new TreeSet<>(Users.users(users)));
    }

    static FeedItem item(String author, PostId post) {
        return FeedItem.of(Posts.of(post, user(author), "hello"), Via.FOLLOW);
    }

    void put(FeedItem item, List<UserId> users) {
        fakes.feeds()
                .putHome(
                        item, users, WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60), SuspendSafeClock.system())));
    }

    void lose(UserId user, PostId post) {
        fakes.remove(FeedName.home(user), post);
    }

    static AuditOptions all() {
        return new AuditOptions(null, 0, true, new Guarantee(MARGIN, RETENTION), Repairs.NONE, 20);
    }

    static AuditOptions author(String author) {
        return new AuditOptions(user(author), 0, false, new Guarantee(MARGIN, RETENTION), Repairs.NONE, 20);
    }

    static AuditOptions repairing(AuditOptions options, Repairs repairs) {
        return new AuditOptions(
                options.author(),
                options.sample(),
                options.extras(),
                options.guarantee(),
                repairs,
                options.maxFindings());
    }

    Snapshot audit(AuditOptions options) {
        return auditor(options, AuditState.begin(options, List.of(Segment.WHOLE), "test", 1))
                .run(page -> {})
                .results();
    }

    List<Finding> findings(AuditOptions options) {
        return audit(options).first();
    }

    Auditor auditor(AuditOptions options, AuditState start) {
        return auditor(stores, options, start);
    }

    /** Reads these stores of the same tables. */
    Auditor auditor(Stores others, AuditOptions options, AuditState start) {
        return new Auditor(read(others), queue, options, start, clock, () -> 0);
    }

    /** Returns those of the stores that an audit reads. */
    AuditStores read(Stores stores) {
        return new AuditStores(
                stores.feeds(),
                stores.follows(),
                stores.readers(),
                stores.jobs(),
                stores.outbox(),
                stores.recalls(),
                stores.counters(),
                stores.dormancy(),
                stores.notifications(),
                new Timing(SuspendSafeClock.system(), this::pause, random));
    }
}
