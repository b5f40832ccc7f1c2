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
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
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
}
