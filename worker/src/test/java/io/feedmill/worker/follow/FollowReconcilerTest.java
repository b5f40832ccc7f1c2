package io.feedmill.worker.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.Active;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What follows and unfollows write to a home feed: the cases C, D and U of the model. */
class FollowReconcilerTest {
    private final World world = World.delivered(2, "a", "b", "c");

    @Test
    void aFollowGetsTheNewestHundredPosts() {
        List<PostId> later = world.deliver(200);
        world.beginFollow("new");
        assertThat(World.calls(world.next(), "FeedStore.posts"))
                .as("no page too many")
                .isEqualTo(2);
        assertThat(world.home("new")).isEqualTo(later.subList(100, 200).reversed());
        assertThat(world.openPairs()).isEmpty();
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "follow"))
                .isEqualTo(1);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "put")).isEqualTo(100);
    }

    @Test
    void aFollowGetsOnlyWhatTheFollowerMayReadAndCountsThat() {
        PostId mine = world.publish(World.only("new"));
        PostId followers = world.publish(new Audience.Followers());
        IntStream.range(0, 150).forEach(i -> world.publish(World.only("b")));
        world.finish();
        world.retract();
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).containsExactly(followers, mine);
    }

    @Test
    void aFollowGetsNothingOlderThanTheRetention() {
        world.clock.advance(Duration.ofDays(29));
        PostId young = world.publish();
        world.finish();
        world.clock.advance(Duration.ofDays(2));
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).containsExactly(young);
    }

    @Test
    void whoFollowsAgainKeepsNoOlderPostThatWasRetractedOrEditedMeanwhile() {
        PostId edited = world.post;
        PostId retracted = world.publish();
        PostId unchanged = world.publish();
        world.deliver(120);
        world.endFollow("a");
        world.queue.send(World.plan(world.edit("second version")));
        world.fakes.retract(World.AUTHOR, retracted);
        world.work();
        assertThat(world.version("a")).isEqualTo(1);
        world.beginFollow("a");
        world.lookTwice();
        assertThat(world.home("a")).doesNotContain(retracted).contains(edited, unchanged);
        assertThat(world.version("a")).isEqualTo(2);
    }

    @Test
    void anUnfollowDeletesMoreThanOnePageOfPosts() {
        world.deliver(600);
        assertThat(world.home("a")).hasSize(601);
        world.endFollow("a");
        world.lookTwice();
        assertThat(world.home("a")).isEmpty();
        assertThat(world.home("b")).hasSize(601);
    }

    @Test
    void aChangeInTheMidstOfTheWritesIsSeenAfterThem() {
        world.beginFollow("new");
        world.steps.before("FeedStore.writeHome", 1, () -> world.endFollow("new"));
        world.work();
        assertThat(world.home("new")).isEmpty();
        world.beginFollow("late");
        world.steps.before("FeedStore.writeHome", 1, world::retract);
        world.work();
        assertThat(world.home("late")).isEmpty();
    }

    /** The put of a follow reached the store late: the post was retracted meanwhile, and the user had left before its job read the followers. */
    @Test
    void aFollowThatIsLateWritesWhatIsTrueNowBeforeItStops() {
        world.beginFollow("new");
        world.fakes.afterWrite(() -> {
            world.fakes.afterWrite(() -> {});
            world.clock.advance(Duration.ofSeconds(61));
            world.retract();
        });
        world.next();
        assertThat(world.home("new")).isEmpty();
    }

    /** The plan reads the followers before the follow, which reads the posts after the post: promise 3. */
    @Test
    void aPostPublishedMeanwhileArrivesByThePlanOrByTheFollow() {
        for (String call : List.of("FollowStore.follows", "FeedStore.posts", "FeedStore.writeHome")) {
            String user = "new-" + call;
            PostId[] published = new PostId[1];
            world.beginFollow(user);
            world.steps.before(call, 1, () -> published[0] = world.publish());
            world.finish();
            assertThat(world.home(user)).as(call).contains(published[0]).doesNotHaveDuplicates();
        }
    }

    @Test
    void anUnfollowReadsNoFeedOfTheAuthorAndDeletesWhatIsThere() {
        world.deliver(600);
        world.follow("late");
        List<PostId> brought = List.of(world.publish(), world.publish());
        world.finish();
        assertThat(world.home("late")).containsExactlyElementsOf(brought.reversed());
        world.endFollow("late");
        world.clock.advance(World.GRACE);
        Run first = world.next();
        assertThat(first.steps()).noneMatch(step -> step.startsWith("FeedStore.posts"));
        assertThat(World.calls(first, "FeedStore.homePage")).isEqualTo(1);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(2);
        world.clock.advance(World.UNTIL_NEXT_LOOK);
        Run second = world.next();
        assertThat(World.calls(second, "FeedStore.writeHome")).isZero();
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(2);
    }

    @Test
    void otherAuthorsStay() {
        world.fakes.follows().importAll(List.of(new Follow(World.AUTHOR, user("a"))));
        world.endFollow("a");
        world.lookTwice();
        assertThat(world.fakes.home(World.AUTHOR)).hasSize(1);
    }

    /** Not even a follow's age says what its home feed may have. */
    @Test
    void anEditBringsRowsFromBeforeTheFollow() {
        world.deliver(150);
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).doesNotContain(world.post);
        world.queue.send(World.plan(world.edit("second version")));
        world.finish();
        assertThat(world.home("new")).contains(world.post).hasSize(101);
        world.endFollow("new");
        world.lookTwice();
        assertThat(world.home("new")).isEmpty();
    }

    @Test
    void anImportMovesTheBeginOfAFollow() {
        world.deliver(150);
        world.clock.advance(Duration.ofDays(1));
        world.fakes.follows().importAll(List.of(new Follow(user("a"), World.AUTHOR)));
        world.endFollow("a");
        world.lookTwice();
        assertThat(world.home("a")).isEmpty();
    }

    @Test
    void aNewFollowKeepsRowsOfTheOneBefore() {
        world.deliver(150);
        world.endFollow("a");
        world.clock.advance(Duration.ofSeconds(1));
        world.beginFollow("a");
        world.lookTwice();
        assertThat(world.home("a")).hasSize(151);
        world.endFollow("a");
        world.lookTwice();
        assertThat(world.home("a")).isEmpty();
    }

    @Test
    void aFollowLooksAtFiveHundredPosts() {
        Audience others = World.only("b");
        PostId tooOld = world.publish();
        List<PostId> posts = new ArrayList<>(List.of(world.publish()));
        IntStream.range(0, 499).forEach(i -> posts.add(world.publish(others)));
        world.finish();
        world.beginFollow("new");
        Run run = world.next();
        assertThat(World.calls(run, "FeedStore.posts")).isEqualTo(10);
        assertThat(world.home("new")).containsExactly(posts.getFirst()).doesNotContain(tooOld);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(499);
        world.beginFollow("late");
        world.publish(others);
        world.next();
        assertThat(world.home("late")).isEmpty();
    }

    @Test
    void whatAFollowReadsFirstMayBeOldAndIsReadAgain() {
        world.beginFollow("new");
        PostId[] unseen = new PostId[1];
        world.steps.before("FeedStore.writeHome", 1, () -> {
            unseen[0] = world.publish();
            world.queue.take();
        });
        world.next();
        assertThat(world.home("new")).as("a post that the first read missed").contains(unseen[0]);
    }

    /** U17: the message before deleted a post late, after the user followed again, and ran out of time before it put it back. */
    @Test
    void aContinuedLastLookBringsBackWhatTheMessageBeforeDeleted() {
        PostId late = world.post;
        PostId reached = world.publish();
        world.finish();
        FollowChange unfollow = world.endFollow("a");
        world.workAfter(World.GRACE);
        world.queue.lose();
        world.fakes.plant(new StoredItem(FeedName.home(user("a")), late.feedKey(), item(late)));
        world.steps.before("FeedStore.writeHome", 1, () -> {
            world.beginFollow("a");
            world.work();
            world.fakes.afterWrite(() -> world.fakes.throttleAfter(0));
        });
        world.handle(Reconcile.of(unfollow).nextLook(new TreeMap<>()).continued(reached.feedKey()));
        assertThat(world.home("a")).containsExactly(reached);
        world.fakes.afterWrite(() -> {});
        world.fakes.throttleAfter(1_000);
        world.workAfter(Duration.ofMinutes(5));
        assertThat(world.home("a")).containsExactly(reached, late);
    }

    /** Everyone counts as seen when the time is first set. A retraction passes over the reader, too. */
    @Test
    void aFollowBringsNoPostThatSlicesPassOver() {
        PostId before = world.publish();
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.clock.advance(Duration.ofDays(8));
        PostId passedOver = world.publish();
        world.finish();
        world.beginFollow("new");
        world.finish();
        assertThat(world.home("new")).containsExactly(before, world.post);
        world.fakes.retract(World.AUTHOR, passedOver);
        world.finish();
        assertThat(world.home("new")).containsExactly(before, world.post);
        world.fakes.readers().seen(user("new"), null, Active.at(Ticks.ofInstant(world.clock.instant())));
        PostId seen = world.publish();
        world.beginFollow("late");
        world.fakes.readers().seen(user("late"), null, Active.at(Ticks.ofInstant(world.clock.instant())));
        world.finish();
        assertThat(world.home("new")).containsExactly(seen, before, world.post);
        assertThat(world.home("late")).containsExactly(seen, before, world.post);
    }

    /** The write got no answer, and was sent again before the unfollow. */
    @Test
    void anImportThatIsWrittenLateIsEndedWithItsPosts() {
        world.endFollow("a");
        world.clock.advance(Duration.ofSeconds(-1));
        world.fakes.follows().importAll(List.of(new Follow(user("a"), World.AUTHOR)));
        world.clock.advance(Duration.ofSeconds(1));
        PostId post = world.publish();
        world.finish();
        assertThat(world.home("a")).contains(post);
        world.lookTwice();
        world.sweep();
        world.work();
        world.lookTwice();
        assertThat(world.fakes.follows().follows(new Follow(user("a"), World.AUTHOR)))
                .isFalse();
        assertThat(world.home("a")).isEmpty();
        assertThat(world.openPairs()).isEmpty();
    }

    private FeedItem item(PostId post) {
        return FeedItem.of(world.fakes.posts().find(post).orElseThrow(), FeedItem.Via.FOLLOW);
    }
}
