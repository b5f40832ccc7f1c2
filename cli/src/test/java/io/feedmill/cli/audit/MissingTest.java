package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Missing and stale items. */
class MissingTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();

    @BeforeEach
    void follow() {
        feedmill.follow("ann", "bob", "cleo", "dan");
    }

    private static Tuple finding(Kind kind, PostId post, UserId user) {
        return Tuple.tuple(kind, "ann", post.value(), user.value());
    }

    private void assertFound(Tuple... expected) {
        assertThat(feedmill.findings(FakeFeedmill.author("ann")))
                .extracting(Finding::kind, Finding::author, Finding::post, Finding::user)
                .containsExactlyInAnyOrder(expected);
        assertThat(feedmill.audit(FakeFeedmill.all()).findings()).isEqualTo(expected.length);
    }

    private void seen(String name, Active row) {
        UserId reader = user(name);
        assertThat(feedmill.stores
                        .readers()
                        .seen(reader, feedmill.stores.readers().view(reader).active(), row))
                .isTrue();
    }

    /** 'bob' was not seen since, 'cleo' came back, and 'dan' was seen before the post. */
    @Test
    void whatReadersMissedWhoWereAwayIsNoFinding() {
        feedmill.stores.dormancy().set(Duration.ofDays(7));
        feedmill.pass(Duration.ofDays(8));
        seen("dan", Active.at(Ticks.ofInstant(feedmill.clock.instant())));
        feedmill.pass(Duration.ofMinutes(10));
        PostId post = feedmill.post("ann");
        feedmill.pass(Duration.ofHours(1));
        long now = Ticks.ofInstant(feedmill.clock.instant());
        seen("cleo", Active.at(now).withGap(1, now, 1));
        users("bob", "cleo", "dan").forEach(user -> feedmill.lose(user, post));
        assertFound(finding(Kind.MISSING, post, user("dan")));
    }

    @Test
    void aCorrectFeedIsNoFinding() {
        feedmill.post("ann");
        feedmill.post("ann");
        Snapshot results = feedmill.audit(FakeFeedmill.author("ann"));
        assertThat(results.findings()).isZero();
        assertThat(results.count(Counter.AUTHORS)).isEqualTo(1);
        assertThat(results.count(Counter.POSTS)).isEqualTo(2);
        assertThat(results.count(Counter.FOLLOWERS)).isEqualTo(3);
        assertThat(results.count(Counter.ITEMS)).isEqualTo(8);
        assertThat(results.count(Counter.NOT_JUDGED)).isZero();
        assertThat(results.count(Counter.OPEN_JOBS)).isZero();
    }

    @Test
    void anItemThatAFollowerLacksIsMissing() {
        feedmill.post("ann");
        PostId post = feedmill.post("ann");
        feedmill.lose(user("cleo"), post);
        assertFound(finding(Kind.MISSING, post, user("cleo")));
        assertThat(feedmill.findings(FakeFeedmill.author("ann")))
                .extracting(Finding::sentence)
                .containsExactly("The home feed of cleo lacks post %s by ann.".formatted(post));
    }

    @Test
    void everyoneOfManyIsFound() {
        String[] users =
                IntStream.range(0, 450).mapToObj("user-%03d"::formatted).toArray(String[]::new);
        feedmill.follow("ann", users);
        List<PostId> posts =
                IntStream.range(0, 23).mapToObj(i -> feedmill.post("ann")).toList();
        posts.forEach(post -> List.of(users).forEach(user -> feedmill.lose(user(user), post)));
        Snapshot results = feedmill.audit(FakeFeedmill.author("ann"));
        assertThat(results.count(Kind.MISSING)).isEqualTo(23 * 450);
        assertThat(results.first()).hasSize(20);
        assertThat(results.count(Counter.POSTS)).isEqualTo(23);
        assertThat(results.count(Counter.FOLLOWERS)).isEqualTo(453);
        assertThat(results.count(Counter.ITEMS)).isEqualTo(23 * 454);
    }

    @Test
    void aLaterFollowerMayLackTheItem() {
        feedmill.post("ann");
        feedmill.importFollow("ann", "late");
        feedmill.pass(Duration.ofDays(1));
        assertFound();
        assertThat(feedmill.audit(FakeFeedmill.author("ann")).count(Counter.NOT_JUDGED))
                .isEqualTo(1);
    }

    @Test
    void aFollowBringsTheNewestPosts() {
        PostId post = feedmill.post("ann");
        FollowChange follow = feedmill.beginFollow("ann", "late");
        feedmill.pass(Duration.ofDays(1));
        assertFound();
        feedmill.end(follow);
        assertFound(finding(Kind.MISSING, post, user("late")));
        feedmill.put(FakeFeedmill.item("ann", post), users("late"));
        assertFound();
    }

    @Test
    void aYoungFollowMayNotHaveBroughtThePosts() {
        PostId post = feedmill.post("ann");
        feedmill.follow("ann", "late");
        feedmill.pass(FakeFeedmill.MARGIN.plus(HandlerLife.LAST_WRITE));
        assertFound();
        feedmill.pass(Duration.ofMillis(1));
        assertFound(finding(Kind.MISSING, post, user("late")));
    }

    /** Those that are gone count, too: they were among the newest then. */
    @Test
    void aFollowBringsTheNewestHundred() {
        List<PostId> posts =
                IntStream.range(0, 102).mapToObj(i -> feedmill.post("ann")).toList();
        feedmill.follow("ann", "late");
        feedmill.pass(Duration.ofHours(1));
        feedmill.fakes.retract(user("ann"), posts.getLast());
        users("ann", "bob", "cleo", "dan").forEach(user -> feedmill.lose(user, posts.getLast()));
        posts.subList(3, 101).forEach(post -> feedmill.put(FakeFeedmill.item("ann", post), users("late")));
        assertFound(finding(Kind.MISSING, posts.get(2), user("late")));
    }

    /** The unfollow may still delete, and the follow puts the posts back later. */
    @Test
    void nothingIsMissingWhileAChangeOfTheFollowIsOpen() {
        PostId post = feedmill.post("ann");
        FollowChange unfollow = feedmill.unfollow("ann", user("bob"));
        feedmill.follow("ann", "bob");
        feedmill.lose(user("bob"), post);
        PostId later = feedmill.post("ann");
        feedmill.lose(user("bob"), later);
        assertFound();
        feedmill.end(unfollow);
        assertFound(finding(Kind.MISSING, post, user("bob")), finding(Kind.MISSING, later, user("bob")));
    }

    @Test
    void aFollowDuringTheAuditIsNotJudged() {
        feedmill.post("ann");
        feedmill.steps.before("FeedStore.posts", 1, () -> feedmill.follow("ann", "late"));
        assertThat(feedmill.findings(FakeFeedmill.author("ann"))).isEmpty();
    }

    /** No handler writes another text, or a version that its author's feed does not have. */
    @Test
    void anItemThatDiffersFromTheAuthorsFeedIsStale() {
        PostId id = feedmill.post("ann");
        Post post = Posts.of(id, user("ann"), "hello");
        for (Post other : List.of(Posts.of(id, user("ann"), "hallo"), post.edited(post.content()))) {
            feedmill.put(FeedItem.of(other, Via.FOLLOW), users("bob"));
            assertFound(finding(Kind.STALE, id, user("bob")));
        }
    }

    /** By its text, its data and its number. */
    @Test
    void anEditIsExpectedOnceItIsSettled() {
        PostId post = feedmill.post("ann");
        JobId change = feedmill.edit(post, new Content("hello", "{\"a\":1}"));
        feedmill.pass(Duration.ofDays(1));
        assertFound();
        feedmill.close(change);
        feedmill.pass(HandlerLife.LAST_WRITE);
        assertFound();
        feedmill.pass(Duration.ofMillis(1));
        assertFound(
                finding(Kind.STALE, post, user("bob")),
                finding(Kind.STALE, post, user("cleo")),
                finding(Kind.STALE, post, user("dan")));
        feedmill.spread(post, "bob", "cleo", "dan");
        assertFound();
        Post withoutData = Posts.of(post, user("ann"), "hello").edited(Content.of("hello"));
        feedmill.put(FeedItem.of(withoutData, Via.FOLLOW), users("dan"));
        assertFound(finding(Kind.STALE, post, user("dan")));
    }

    @Test
    void theMarginIsExactToTheNanosecond() {
        assertThat(missingAfter(FakeFeedmill.MARGIN)).isZero();
        assertThat(missingAfter(FakeFeedmill.MARGIN.plusNanos(1))).isEqualTo(1);
    }

    /** Of one follower, who followed so long before the post. */
    private static long missingAfter(Duration before) {
        FakeFeedmill feedmill = new FakeFeedmill();
        feedmill.pass(Duration.ofHours(1).minus(before));
        feedmill.importFollow("ann", "bob");
        feedmill.clock.set(SettableClock.START);
        PostId post = feedmill.post("ann");
        feedmill.lose(user("bob"), post);
        return feedmill.audit(FakeFeedmill.author("ann")).count(Kind.MISSING);
    }

    @Test
    void theAuthorsOwnItemIsExpectedFromTheStart() {
        PostId open = feedmill.publish("ann");
        feedmill.lose(user("ann"), open);
        assertThat(feedmill.findings(FakeFeedmill.author("ann")))
                .extracting(Finding::kind, Finding::author, Finding::post, Finding::user)
                .containsExactly(finding(Kind.MISSING, open, user("ann")));
    }

    @Test
    void theFollowersOfAnOpenJobMayLackIt() {
        feedmill.publish("ann");
        PostId second = feedmill.publish("ann");
        Snapshot results = feedmill.audit(FakeFeedmill.author("ann"));
        assertThat(results.findings()).isZero();
        assertThat(results.count(Counter.OPEN_JOBS)).isEqualTo(2);
        assertThat(results.oldestOpen()).isBefore(second.createdAt());
        assertThat(results.count(Counter.ITEMS)).isEqualTo(2);
    }

    @Test
    void itemsAreExpectedUntilTheyExpire() {
        PostId post = feedmill.post("ann");
        for (UserId user : users("ann", "bob", "cleo", "dan")) {
            feedmill.lose(user, post);
        }
        feedmill.clock.set(post.createdAt()
                .plus(FakeFeedmill.RETENTION)
                .minus(FakeFeedmill.MARGIN)
                .minusMillis(1_001));
        assertThat(feedmill.audit(FakeFeedmill.author("ann")).count(Kind.MISSING))
                .isEqualTo(4);
        feedmill.pass(Duration.ofMillis(1));
        assertFound();
    }

    @Test
    void anExpiredJobWasComplete() {
        PostId post = feedmill.post("ann");
        JobId change = feedmill.permit(post, Audience.everyone());
        feedmill.close(change);
        feedmill.pass(Duration.ofDays(31));
        assertThat(feedmill.fakes.jobs().find(change)).isEmpty();
        feedmill.lose(user("bob"), post);
        assertFound(finding(Kind.MISSING, post, user("bob")));
    }

    @Test
    void repairSendsMissingAndStaleItemsOnly() {
        PostId first = feedmill.post("ann");
        PostId second = feedmill.post("ann");
        feedmill.lose(user("dan"), first);
        feedmill.lose(user("bob"), first);
        feedmill.put(FeedItem.of(Posts.of(second, user("ann"), "hallo"), Via.FOLLOW), users("cleo"));
        feedmill.lose(user("ann"), second);
        feedmill.put(FakeFeedmill.item("ann", second), users("stranger"));
        Snapshot results = feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(true, false)));
        assertThat(feedmill.queue.sent())
                .extracting(Sent::message)
                .containsExactlyInAnyOrder(
                        Repair.of(first, user("ann"), users("bob", "dan")),
                        Repair.of(second, user("ann"), users("cleo")),
                        Repair.of(second, user("ann"), users("ann")));
        assertThat(results.count(Counter.SENT_ITEMS)).isEqualTo(4);
        assertThat(results.count(Counter.SENT_MESSAGES)).isEqualTo(3);
        assertThat(results.count(Kind.EXTRA)).isEqualTo(1);
    }

    @Test
    void withoutRepairNothingIsSent() {
        feedmill.lose(user("bob"), feedmill.post("ann"));
        feedmill.audit(FakeFeedmill.all());
        assertThat(feedmill.queue.sent()).isEmpty();
        assertThat(feedmill.fakes.home(user("bob"))).isEmpty();
    }

    @Test
    void ofASampleOnlyItsFollowersAreLookedAt() {
        PostId post = feedmill.post("ann");
        List.of("bob", "cleo", "dan").forEach(user -> feedmill.lose(user(user), post));
        AuditOptions options =
                new AuditOptions(user("ann"), 2, false, FakeFeedmill.all().guarantee(), Repairs.NONE, 20);
        List<Finding> first = feedmill.findings(options);
        assertThat(first).hasSize(2);
        assertThat(feedmill.findings(options)).isEqualTo(first);
        assertThat(feedmill.audit(options).count(Counter.FOLLOWERS)).isEqualTo(2);
    }

    /** A change that admits a follower is checked once its job is settled, and not before. */
    @Test
    void anAdmittedFollowerMissesThePostOnceTheChangeIsDelivered() {
        PostId post = feedmill.post("ann");
        feedmill.lose(user("cleo"), post);
        feedmill.close(feedmill.permit(post, FakeFeedmill.users("bob")));
        feedmill.putLimited("ann", post, "bob");
        feedmill.pass(Duration.ofHours(1));
        assertThat(feedmill.findings(FakeFeedmill.author("ann"))).isEmpty();
        JobId change = feedmill.permit(post, FakeFeedmill.users("bob", "cleo"));
        Snapshot open = feedmill.audit(FakeFeedmill.author("ann"));
        assertThat(open.findings()).isZero();
        assertThat(open.count(Counter.OPEN_JOBS)).isEqualTo(1);
        feedmill.close(change);
        assertThat(feedmill.findings(FakeFeedmill.author("ann"))).isEmpty();
        feedmill.pass(Duration.ofHours(1));
        assertThat(feedmill.findings(FakeFeedmill.author("ann")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.user()).isEqualTo("cleo"));
    }

    /** The second change is through before the item is looked at again. */
    @Test
    void twoChangesDuringTheAuditAreNoFinding() {
        PostId post = feedmill.post("ann");
        feedmill.lose(user("bob"), post);
        feedmill.steps.before("FeedStore.truth", 2, () -> {
            feedmill.close(feedmill.permit(post, FakeFeedmill.users()));
            feedmill.close(feedmill.permit(post, Audience.everyone()));
        });
        assertThat(feedmill.findings(FakeFeedmill.author("ann"))).isEmpty();
    }
}
