package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.FakeQueue.Sent;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.time.Duration;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Follows and unfollows: the cases C, D and U of the model. */
class PairTest {
    /** Three lives of a handler: 60 s and a call timeout each. */
    private static final Duration UNTIL_NEXT_LOOK = Duration.ofSeconds(195);

    private final World world = World.of(2, "a", "b", "c");

    private void finishPlans() {
        world.finish();
    }

    private void lookTwice() {
        world.clock.advance(World.GRACE);
        world.work();
        world.clock.advance(UNTIL_NEXT_LOOK);
        world.work();
    }

    @Test
    void aFollowGetsTheNewestHundredPosts() {
        List<PostId> later =
                IntStream.range(0, 120).mapToObj(i -> world.publish()).toList();
        finishPlans();
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).isEqualTo(later.subList(20, 120).reversed());
        assertThat(world.openPairs()).isEmpty();
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "follow"))
                .isEqualTo(1);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "put")).isEqualTo(100);
    }

    @Test
    void aFollowThatIsHandledAgainIsCountedOnce() {
        finishPlans();
        world.beginFollow("new");
        QueueMessage follow = world.queue.take().orElseThrow();
        world.handle(follow);
        world.redeliver(follow);
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "follow"))
                .isEqualTo(1);
    }

    @Test
    void aFollowGetsOnlyWhatTheFollowerMayReadAndCountsThat() {
        PostId mine = world.publish(new Audience.Users(new TreeSet<>(Users.users("new"))));
        PostId followers = world.publish(new Audience.Followers());
        IntStream.range(0, 150).forEach(i -> world.publish(new Audience.Users(new TreeSet<>(Users.users("b")))));
        finishPlans();
        world.retract();
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).containsExactly(followers, mine);
    }

    @Test
    void aFollowGetsNothingOlderThanTheRetention() {
        finishPlans();
        world.clock.advance(Duration.ofDays(29));
        PostId young = world.publish();
        finishPlans();
        world.clock.advance(Duration.ofDays(2));
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).containsExactly(young);
    }

    /** The plan reads the followers before the follow, which reads the posts after the post: promise 3. */
    @Test
    void aPostPublishedMeanwhileArrivesByThePlanOrByTheFollow() {
        finishPlans();
        for (String call : List.of("FollowStore.follows", "FeedStore.posts", "FeedStore.writeHome")) {
            String user = "new-" + call;
            PostId[] published = new PostId[1];
            world.beginFollow(user);
            world.steps.before(call, 1, () -> published[0] = world.publish());
            finishPlans();
            assertThat(world.home(user)).as(call).contains(published[0]).doesNotHaveDuplicates();
        }
    }

    @Test
    void anUnfollowDeletesAfterItsGraceAndLooksAgain() {
        finishPlans();
        FollowChange unfollow = world.endFollow("a");
        world.work();
        assertThat(world.reached()).contains("a");
        assertThat(world.fakes.readers().hidden(user("a"))).containsExactly(World.AUTHOR);
        world.clock.advance(World.GRACE);
        world.work();
        assertThat(world.reached()).containsExactly("b", "c");
        assertThat(world.openPairs()).containsExactly(unfollow.work());
        Sent second = world.queue.sent().getLast();
        assertThat(second.message()).isEqualTo(Reconcile.of(unfollow).nextLook(new TreeMap<>()));
        assertThat(second.delay()).isEqualTo(UNTIL_NEXT_LOOK);
        assertThat(world.fakes.readers().hidden(user("a"))).containsExactly(World.AUTHOR);
        world.clock.advance(UNTIL_NEXT_LOOK);
        world.work();
        assertThat(world.openPairs()).isEmpty();
        assertThat(world.fakes.readers().hidden(user("a"))).isEmpty();
    }

    @Test
    void whoFollowsAgainKeepsNoOlderPostThatWasRetractedOrEditedMeanwhile() {
        PostId edited = world.post;
        PostId retracted = world.publish();
        PostId unchanged = world.publish();
        IntStream.range(0, 120).forEach(i -> world.publish());
        finishPlans();
        world.endFollow("a");
        world.queue.send(Plan.of(world.edit("second version"), World.AUTHOR));
        world.fakes.retract(World.AUTHOR, retracted);
        world.work();
        assertThat(world.version("a")).isEqualTo(1);
        world.beginFollow("a");
        lookTwice();
        assertThat(world.home("a")).doesNotContain(retracted).contains(edited, unchanged);
        assertThat(world.version("a")).isEqualTo(2);
    }

    /** Case U4: what a slice from before the unfollow writes after the first look goes with the second. */
    @Test
    void theSecondLookDeletesWhatALateSliceWrote() {
        Run whole = lateSlice(World.of(2, "a", "b", "c"), CrashPoint.NONE);
        assertThat(lateSlice(world, CrashPoint.after(World.step(whole, "FeedStore.putHome", 1)))
                        .crashed())
                .isTrue();
        assertThat(world.reached()).contains("a");
        assertThat(world.fakes.readers().hidden(user("a"))).containsExactly(World.AUTHOR);
        world.clock.advance(UNTIL_NEXT_LOOK);
        world.work();
        assertThat(world.reached()).doesNotContain("a");
    }

    /** Delivers a slice of a follower again who has unfollowed, and whose first look is done. */
    private static Run lateSlice(World in, CrashPoint point) {
        in.next();
        QueueMessage slice = in.queue.take().orElseThrow();
        in.finish();
        in.endFollow("a");
        in.clock.advance(World.GRACE);
        in.work();
        in.handle(slice, CrashPoint.before(1));
        Run run = in.next(point);
        in.queue.take();
        return run;
    }

    @Test
    void theDelayOfTheSecondLookHoldsAtAStop() {
        finishPlans();
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        world.parts.deadlines().stop();
        world.work();
        assertThat(world.queue.sent().getLast().delay()).isEqualTo(UNTIL_NEXT_LOOK);
    }

    @Test
    void aFollowWithinTheGraceKeepsThePosts() {
        finishPlans();
        world.endFollow("a");
        world.beginFollow("a");
        lookTwice();
        assertThat(world.reached()).contains("a");
        assertThat(world.openPairs()).isEmpty();
    }

    @Test
    void anUnfollowDeletesMoreThanOnePageOfPosts() {
        IntStream.range(0, 600).forEach(i -> world.publish());
        finishPlans();
        assertThat(world.home("a")).hasSize(601);
        world.endFollow("a");
        lookTwice();
        assertThat(world.home("a")).isEmpty();
        assertThat(world.home("b")).hasSize(601);
    }

    @Test
    void aChangeInTheMidstOfTheWritesIsSeenAfterThem() {
        finishPlans();
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
        finishPlans();
        world.beginFollow("new");
        world.fakes.afterWrite(() -> {
            world.fakes.afterWrite(() -> {});
            world.clock.advance(Duration.ofSeconds(61));
            world.retract();
        });
        world.next();
        assertThat(world.home("new")).isEmpty();
    }

    @Test
    void workThatEndsBeforeItsDeadlineIsRequeued() {
        finishPlans();
        world.fakes.throttleAfter(0);
        FollowChange follow = world.beginFollow("new");
        world.work();
        assertThat(world.queue.sent().getLast().message())
                .isEqualTo(Reconcile.of(follow)
                        .withFirstSentAt(world.clock.instant())
                        .next());
        assertThat(world.openPairs()).containsExactly(follow.work());
        world.fakes.throttleAfter(1_000);
        world.clock.advance(Duration.ofMinutes(5));
        world.work();
        assertThat(world.home("new")).hasSize(1);
        assertThat(world.openPairs()).isEmpty();
    }

    @Test
    void aHandlerThatDiesAnywhereIsRepeated() {
        CrashPoint.each(point -> {
            World crashed = World.of(2, "a", "b", "c");
            crashed.finish();
            crashed.beginFollow("new");
            Run run = crashed.next(point);
            crashed.work();
            assertThat(crashed.home("new")).hasSize(1);
            assertThat(crashed.openPairs()).isEmpty();
            return run;
        });
    }

    @Test
    void anUnfollowWhoseHandlerDiesAnywhereIsRepeated() {
        CrashPoint.each(point -> {
            World crashed = World.of(2, "a", "b", "c");
            crashed.finish();
            crashed.endFollow("a");
            crashed.clock.advance(World.GRACE);
            Run run = crashed.next(point);
            crashed.work();
            crashed.clock.advance(UNTIL_NEXT_LOOK);
            crashed.work();
            assertThat(crashed.home("a")).isEmpty();
            assertThat(crashed.openPairs()).isEmpty();
            assertThat(crashed.fakes.readers().hidden(user("a"))).isEmpty();
            return run;
        });
    }

    @Test
    void theSweepSendsALostMessageAgain() {
        finishPlans();
        world.beginFollow("new");
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        assertThat(world.queue.take()).isPresent();
        assertThat(world.queue.take()).isPresent();
        world.sweep();
        lookTwice();
        assertThat(world.reached()).containsExactly("b", "c", "new");
        assertThat(world.openPairs()).isEmpty();
    }
}
