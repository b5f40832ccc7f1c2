package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.cli.audit.Results.Snapshot;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.StoredItem;
import io.feedmill.common.feed.Via;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import java.time.Duration;
import java.util.stream.IntStream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is in home feeds and must not be. */
class ExtraTest {
    private final Mill mill = new Mill();

    @BeforeEach
    void follow() {
        mill.follow("ann", "bob", "cleo");
        mill.follow("eve", "bob");
    }

    private void assertExtra(PostId post, String user, String why) {
        assertThat(mill.findings(Mill.all())).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.EXTRA);
            assertThat(finding.post()).isEqualTo(post.value());
            assertThat(finding.user()).isEqualTo(user);
            assertThat(finding.sentence()).endsWith(why);
        });
    }

    private void assertNone() {
        assertThat(mill.findings(Mill.all())).isEmpty();
    }

    @Test
    void whatFollowersHaveIsNotExtra() {
        mill.post("ann");
        mill.post("eve");
        mill.post("ann");
        Snapshot results = mill.audit(Mill.all());
        assertThat(results.findings()).isZero();
        assertThat(results.count(Count.AUTHORS)).isEqualTo(2);
        assertThat(results.count(Count.SCANNED)).isEqualTo(8);
    }

    @Test
    void anItemWhoseOwnerDoesNotFollowIsExtra() {
        PostId post = mill.post("ann");
        mill.put(Mill.item("ann", post), users("eve"));
        assertExtra(post, "eve", "whom its owner does not follow.");
    }

    @Test
    void whatAnUnfollowLeavesBehindIsExtra() {
        PostId post = mill.post("ann");
        mill.unfollow("ann", user("cleo"));
        assertExtra(post, "cleo", "whom its owner does not follow.");
    }

    /** Only the side that fan-out reads counts. */
    @Test
    void aFollowOfWhichHalfIsLeftIsNone() {
        PostId post = mill.post("ann");
        mill.fakes.removeFollowersRow(new Follow(user("cleo"), user("ann")));
        assertExtra(post, "cleo", "whom its owner does not follow.");
    }

    @Test
    void anItemWhosePostIsGoneIsExtraWhateverItIsThereFor() {
        PostId post = mill.post("ann");
        mill.fakes.retract(user("ann"), post);
        assertThat(mill.findings(Mill.all()))
                .extracting(Finding::kind, Finding::user)
                .containsExactlyInAnyOrder(
                        Tuple.tuple(Kind.EXTRA, "ann"),
                        Tuple.tuple(Kind.EXTRA, "bob"),
                        Tuple.tuple(Kind.EXTRA, "cleo"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Via.class,
            names = {"MENTION", "ANNOUNCEMENT"})
    void whatIsThereForAnotherReasonNeedsNoFollow(Via via) {
        PostId post = mill.post("ann");
        mill.put(Mill.item("ann", post).via(via), users("eve"));
        assertNone();
    }

    @Test
    void anothersOwnPostIsExtra() {
        PostId post = mill.post("ann");
        mill.put(Mill.item("ann", post).via(Via.SELF), users("eve"));
        assertExtra(post, "eve", "whom its owner does not follow.");
    }

    @Test
    void aRowUnderTheKeyOfAnotherPostIsExtra() {
        PostId post = mill.post("ann");
        PostId other = mill.publish("eve");
        FeedItem item = Mill.item("ann", post);
        mill.fakes.plant(new StoredItem(FeedName.home(user("bob")), other.feedKey(), item));
        assertExtra(post, "bob", "under the key of another post.");
    }

    @Test
    void whereHandlersMayStillWorkNothingIsExtra() {
        PostId post = mill.publish("ann");
        mill.put(Mill.item("ann", post), users("eve"));
        assertNone();
        mill.deliver("ann", post);
        mill.pass(Duration.ofMinutes(2));
        assertNone();
        mill.pass(Duration.ofMillis(1));
        assertExtra(post, "eve", "whom its owner does not follow.");
    }

    @Test
    void anItemThatItsOwnerMayNotReadIsExtraOnceHomeFeedsHaveFollowed() {
        PostId post = mill.post("ann");
        JobId change = mill.permit(post, Mill.users("bob"));
        mill.putLimited("ann", post, "bob");
        assertNone();
        mill.close(change);
        mill.pass(Duration.ofMinutes(2));
        assertNone();
        mill.pass(Duration.ofMillis(1));
        assertExtra(post, "cleo", "which its owner may not read.");
    }

    @Test
    void anItemThatItsOwnerMayReadAgainIsNotExtra() {
        PostId post = mill.post("ann");
        mill.close(mill.permit(post, Mill.users("bob")));
        mill.pass(Duration.ofHours(1));
        mill.steps.before("FeedStore.truth", 2, () -> mill.permit(post, Mill.users("cleo")));
        assertNone();
    }

    @Test
    void anExpiredJobIsSettled() {
        PostId post = mill.post("ann");
        mill.pass(Duration.ofDays(31));
        mill.put(Mill.item("ann", post), users("eve"));
        assertExtra(post, "eve", "whom its owner does not follow.");
    }

    @Test
    void anItemThatHasExpiredIsNotExtra() {
        PostId post = mill.post("ann");
        mill.put(Mill.item("ann", post), users("eve"));
        mill.fakes.expire(FeedName.home(user("eve")), post, mill.clock.instant());
        assertNone();
    }

    @Test
    void ofOneAuthorOnlyThoseOfTheAuthorAreFound() {
        mill.put(Mill.item("ann", mill.post("ann")), users("eve"));
        mill.put(Mill.item("eve", mill.post("eve")), users("ann"));
        AuditOptions eve = new AuditOptions(user("eve"), 0, true, Mill.all().promise(), false, 20);
        assertThat(mill.findings(eve)).extracting(Finding::user).containsExactly("ann");
        assertThat(mill.audit(eve).count(Count.AUTHORS)).isEqualTo(1);
        assertThat(mill.findings(Mill.author("eve"))).isEmpty();
        assertThat(mill.findings(Mill.all())).hasSize(2);
    }

    @Test
    void everyAuthorIsAuditedOnceAlsoOverManyPages() {
        IntStream.range(0, 30).forEach(i -> mill.follow("ann", "user-%02d".formatted(i)));
        IntStream.range(0, 25).forEach(i -> mill.post("ann"));
        IntStream.range(0, 1_010).forEach(i -> mill.publish("eve"));
        Snapshot results = mill.audit(Mill.all());
        assertThat(results.count(Count.AUTHORS)).isEqualTo(2);
        assertThat(results.count(Count.POSTS)).isEqualTo(1_035);
        assertThat(results.count(Count.SCANNED)).isEqualTo(25 * 33 + 1_010);
        assertThat(results.findings()).isZero();
    }
}
