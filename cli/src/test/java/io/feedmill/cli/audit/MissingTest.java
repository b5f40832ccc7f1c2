package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.cli.audit.Results.Snapshot;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.Via;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage.Repair;
import io.feedmill.testkit.FakeQueue.Sent;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What must be in home feeds and is not. */
class MissingTest {
    private final Mill mill = new Mill();

    @BeforeEach
    void follow() {
        mill.follow("ann", "bob", "cleo", "dan");
    }

    private static Tuple finding(Kind kind, PostId post, UserId user) {
        return Tuple.tuple(kind, "ann", post.value(), user.value());
    }

    private void assertFound(Tuple... expected) {
        assertThat(mill.findings(Mill.author("ann")))
                .extracting(Finding::kind, Finding::author, Finding::post, Finding::user)
                .containsExactlyInAnyOrder(expected);
        assertThat(mill.audit(Mill.all()).findings()).isEqualTo(expected.length);
    }

    @Test
    void whatIsRightIsNoFinding() {
        mill.post("ann");
        mill.post("ann");
        Snapshot results = mill.audit(Mill.author("ann"));
        assertThat(results.findings()).isZero();
        assertThat(results.count(Count.AUTHORS)).isEqualTo(1);
        assertThat(results.count(Count.POSTS)).isEqualTo(2);
        assertThat(results.count(Count.FOLLOWERS)).isEqualTo(3);
        assertThat(results.count(Count.ITEMS)).isEqualTo(8);
        assertThat(results.count(Count.NOT_JUDGED)).isZero();
        assertThat(results.count(Count.OPEN_JOBS)).isZero();
    }

    @Test
    void anItemThatAFollowerLacksIsMissing() {
        mill.post("ann");
        PostId post = mill.post("ann");
        mill.lose(user("cleo"), post);
        assertFound(finding(Kind.MISSING, post, user("cleo")));
        assertThat(mill.findings(Mill.author("ann")))
                .extracting(Finding::sentence)
                .containsExactly("The home feed of cleo lacks post %s by ann.".formatted(post));
    }

    @Test
    void everyoneOfManyIsFound() {
        String[] users =
                IntStream.range(0, 450).mapToObj("user-%03d"::formatted).toArray(String[]::new);
        mill.follow("ann", users);
        List<PostId> posts =
                IntStream.range(0, 23).mapToObj(i -> mill.post("ann")).toList();
        posts.forEach(post -> List.of(users).forEach(user -> mill.lose(user(user), post)));
        Snapshot results = mill.audit(Mill.author("ann"));
        assertThat(results.count(Kind.MISSING)).isEqualTo(23 * 450);
        assertThat(results.first()).hasSize(20);
        assertThat(results.count(Count.POSTS)).isEqualTo(23);
        assertThat(results.count(Count.FOLLOWERS)).isEqualTo(453);
        assertThat(results.count(Count.ITEMS)).isEqualTo(23 * 454);
    }

    @Test
    void anItemWithAnOlderRevisionIsStale() {
        PostId post = mill.post("ann");
        Post revised = new Post(post, user("ann"), "hello again", 2);
        mill.fakes.revise(revised);
        mill.put(FeedItem.of(revised, Via.SELF), users("ann"));
        mill.put(FeedItem.of(revised, Via.FOLLOW), users("bob", "dan"));
        assertFound(finding(Kind.STALE, post, user("cleo")));
    }

    @Test
    void anItemWithOtherTextThanItsRevisionHasIsStale() {
        PostId post = mill.post("ann");
        mill.put(FeedItem.of(new Post(post, user("ann"), "hallo", 1), Via.FOLLOW), users("bob"));
        assertFound(finding(Kind.STALE, post, user("bob")));
    }

    @Test
    void whoFollowsLaterMayLackIt() {
        PostId post = mill.post("ann");
        mill.follow("ann", "late");
        assertFound();
        assertThat(mill.audit(Mill.author("ann")).count(Count.NOT_JUDGED)).isEqualTo(1);
        mill.unfollow("ann", user("bob"));
        mill.follow("ann", "bob");
        mill.lose(user("bob"), post);
        assertFound();
    }

    @Test
    void theMarginIsExactToTheNanosecond() {
        assertThat(missingAfter(Mill.MARGIN)).isZero();
        assertThat(missingAfter(Mill.MARGIN.plusNanos(1))).isEqualTo(1);
    }

    /** Of one follower, who followed so long before the post. */
    private static long missingAfter(Duration before) {
        Mill mill = new Mill();
        mill.pass(Duration.ofHours(1).minus(before));
        mill.follow("ann", "bob");
        mill.clock.set(SettableClock.START);
        PostId post = mill.post("ann");
        mill.lose(user("bob"), post);
        return mill.audit(Mill.author("ann")).count(Kind.MISSING);
    }

    @Test
    void whoHasLeftMayLackIt() {
        PostId post = mill.post("ann");
        mill.unfollow("ann", user("bob"));
        mill.lose(user("bob"), post);
        assertFound();
    }

    @Test
    void theAuthorsOwnItemMustBeThereFromTheStart() {
        PostId open = mill.publish("ann");
        mill.lose(user("ann"), open);
        assertThat(mill.findings(Mill.author("ann")))
                .extracting(Finding::kind, Finding::author, Finding::post, Finding::user)
                .containsExactly(finding(Kind.MISSING, open, user("ann")));
    }

    @Test
    void theFollowersOfAnOpenJobMayLackIt() {
        mill.publish("ann");
        PostId second = mill.publish("ann");
        Snapshot results = mill.audit(Mill.author("ann"));
        assertThat(results.findings()).isZero();
        assertThat(results.count(Count.OPEN_JOBS)).isEqualTo(2);
        assertThat(results.oldestOpen()).isLessThan(JobId.of(second));
        assertThat(results.count(Count.ITEMS)).isEqualTo(2);
    }

    @Test
    void aRetractedPostIsNobodys() {
        PostId post = mill.post("ann");
        mill.fakes.retract(user("ann"), post);
        for (UserId user : users("ann", "bob", "cleo", "dan")) {
            mill.lose(user, post);
        }
        assertFound();
    }

    @Test
    void itemsAreMissedUntilTheirTimeIsOver() {
        PostId post = mill.post("ann");
        for (UserId user : users("ann", "bob", "cleo", "dan")) {
            mill.lose(user, post);
        }
        mill.clock.set(post.createdAt().plus(Mill.RETENTION).minus(Mill.MARGIN).minusMillis(1_001));
        assertThat(mill.audit(Mill.author("ann")).count(Kind.MISSING)).isEqualTo(4);
        mill.pass(Duration.ofMillis(1));
        assertFound();
    }

    @Test
    void anExpiredJobWasComplete() {
        PostId post = mill.post("ann");
        mill.pass(Duration.ofDays(31));
        assertThat(mill.fakes.jobs().find(JobId.of(post))).isEmpty();
        mill.lose(user("bob"), post);
        assertFound(finding(Kind.MISSING, post, user("bob")));
    }

    @Test
    void whatIsMissingOrStaleIsSentToTheWorkersAndNothingElse() {
        PostId first = mill.post("ann");
        PostId second = mill.post("ann");
        mill.lose(user("dan"), first);
        mill.lose(user("bob"), first);
        mill.put(FeedItem.of(new Post(second, user("ann"), "hallo", 1), Via.FOLLOW), users("cleo"));
        mill.lose(user("ann"), second);
        mill.put(Mill.item("ann", second), users("stranger"));
        Snapshot results = mill.audit(Mill.repairing(Mill.all()));
        assertThat(mill.queue.sent())
                .extracting(Sent::message)
                .containsExactlyInAnyOrder(
                        Repair.of(first, user("ann"), users("bob", "dan")),
                        Repair.of(second, user("ann"), users("cleo")),
                        Repair.of(second, user("ann"), users("ann")));
        assertThat(results.count(Count.SENT_ITEMS)).isEqualTo(4);
        assertThat(results.count(Count.SENT_MESSAGES)).isEqualTo(3);
        assertThat(results.count(Kind.EXTRA)).isEqualTo(1);
    }

    @Test
    void withoutRepairNothingIsSent() {
        mill.lose(user("bob"), mill.post("ann"));
        mill.audit(Mill.all());
        assertThat(mill.queue.sent()).isEmpty();
        assertThat(mill.fakes.home(user("bob"))).isEmpty();
    }

    @Test
    void ofASampleOnlyItsFollowersAreLookedAt() {
        PostId post = mill.post("ann");
        List.of("bob", "cleo", "dan").forEach(user -> mill.lose(user(user), post));
        AuditOptions options =
                new AuditOptions(user("ann"), 2, false, Mill.all().promise(), false, 20);
        List<Finding> first = mill.findings(options);
        assertThat(first).hasSize(2);
        assertThat(mill.findings(options)).isEqualTo(first);
        assertThat(mill.audit(options).count(Count.FOLLOWERS)).isEqualTo(2);
    }

    /** Whom a change admits has the item once its job is complete, and not before. */
    @Test
    void whoIsAdmittedByAChangeMissesItOnceHomeFeedsHaveFollowed() {
        mill.follow("ann", "bob", "cleo");
        PostId post = mill.post("ann");
        mill.lose(user("cleo"), post);
        mill.close(mill.permit(post, Mill.users("bob")));
        mill.putLimited("ann", post, "bob");
        mill.pass(Duration.ofHours(1));
        assertThat(mill.findings(Mill.author("ann"))).isEmpty();
        JobId change = mill.permit(post, Mill.users("bob", "cleo"));
        Snapshot open = mill.audit(Mill.author("ann"));
        assertThat(open.findings()).isZero();
        assertThat(open.count(Count.OPEN_JOBS)).isEqualTo(1);
        mill.close(change);
        assertThat(mill.findings(Mill.author("ann"))).isEmpty();
        mill.pass(Duration.ofHours(1));
        assertThat(mill.findings(Mill.author("ann")))
                .singleElement()
                .satisfies(finding -> assertThat(finding.user()).isEqualTo("cleo"));
    }

    /** The second change is through before the item is looked at again. */
    @Test
    void nobodyIsAccusedOverTwoChangesOnTheWay() {
        mill.follow("ann", "bob");
        PostId post = mill.post("ann");
        mill.lose(user("bob"), post);
        mill.steps.before("FeedStore.truth", 2, () -> {
            mill.close(mill.permit(post, Mill.users()));
            mill.close(mill.permit(post, Audience.everyone()));
        });
        assertThat(mill.findings(Mill.author("ann"))).isEmpty();
    }
}
