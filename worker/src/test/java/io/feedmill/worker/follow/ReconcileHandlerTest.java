package io.feedmill.worker.follow;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.PostId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The work of follows and unfollows is bounded by what the reader has, and ends: the cases U of the model. */
class ReconcileHandlerTest {
    private final World world = World.delivered(2, "a", "b", "c");

    @Test
    void aFollowThatIsHandledAgainIsCountedOnce() {
        world.beginFollow("new");
        QueueMessage follow = world.take();
        world.handle(follow);
        world.redeliver(follow);
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "follow"))
                .isEqualTo(1);
    }

    @Test
    void anUnfollowDeletesAfterItsGraceAndLooksAgain() {
        FollowChange unfollow = world.endFollow("a");
        world.work();
        assertThat(world.reached()).contains("a");
        assertThat(world.fakes.readers().hidden(user("a"))).containsExactly(World.AUTHOR);
        world.workAfter(World.GRACE);
        assertThat(world.reached()).containsExactly("b", "c");
        assertThat(world.openPairs()).containsExactly(unfollow.work());
        Sent second = world.lastSent();
        assertThat(second.message()).isEqualTo(Reconcile.of(unfollow).nextLook(new TreeMap<>()));
        assertThat(second.delay()).isEqualTo(World.UNTIL_NEXT_LOOK);
        assertThat(world.fakes.readers().hidden(user("a"))).containsExactly(World.AUTHOR);
        world.workAfter(World.UNTIL_NEXT_LOOK);
        assertThat(world.openPairs()).isEmpty();
        assertThat(world.fakes.readers().hidden(user("a"))).isEmpty();
    }

    /** Case U4: what a slice from before the unfollow writes after the first look goes with the second. */
    @Test
    void theSecondLookDeletesWhatALateSliceWrote() {
        World world = World.of(2, "a", "b", "c");
        Run whole = lateSlice(World.of(2, "a", "b", "c"), CrashPoint.NONE);
        assertThat(lateSlice(world, CrashPoint.after(World.step(whole, "FeedStore.putHome", 1)))
                        .crashed())
                .isTrue();
        assertThat(world.reached()).contains("a");
        assertThat(world.fakes.readers().hidden(user("a"))).containsExactly(World.AUTHOR);
        world.workAfter(World.UNTIL_NEXT_LOOK);
        assertThat(world.reached()).doesNotContain("a");
    }

    /** Delivers a slice of a follower again who has unfollowed, and whose first look is done. */
    private static Run lateSlice(World in, CrashPoint point) {
        in.next();
        QueueMessage slice = in.take();
        in.finish();
        in.endFollow("a");
        in.workAfter(World.GRACE);
        in.handle(slice, CrashPoint.before(1));
        Run run = in.next(point);
        in.queue.take();
        return run;
    }

    @Test
    void theDelayOfTheSecondLookHoldsAtAStop() {
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        world.parts.deadlines().stop();
        world.work();
        assertThat(world.lastSent().delay()).isEqualTo(World.UNTIL_NEXT_LOOK);
    }

    @Test
    void aFollowWithinTheGraceKeepsThePosts() {
        world.endFollow("a");
        world.beginFollow("a");
        world.lookTwice();
        assertThat(world.reached()).contains("a");
        assertThat(world.openPairs()).isEmpty();
    }

    @Test
    void workThatEndsBeforeItsDeadlineIsRequeued() {
        world.fakes.throttleAfter(0);
        FollowChange follow = world.beginFollow("new");
        world.work();
        assertThat(world.lastSent().message())
                .isEqualTo(Reconcile.of(follow)
                        .withFirstSentAt(world.clock.instant())
                        .next());
        assertThat(world.openPairs()).containsExactly(follow.work());
        world.fakes.throttleAfter(1_000);
        world.workAfter(Duration.ofMinutes(5));
        assertThat(world.home("new")).hasSize(1);
        assertThat(world.openPairs()).isEmpty();
    }

    @Test
    void aHandlerThatDiesAnywhereIsRepeated() {
        CrashPoint.each(point -> {
            World crashed = World.delivered(2, "a", "b", "c");
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
            World crashed = World.delivered(2, "a", "b", "c");
            crashed.endFollow("a");
            crashed.clock.advance(World.GRACE);
            Run run = crashed.next(point);
            crashed.work();
            crashed.workAfter(World.UNTIL_NEXT_LOOK);
            assertThat(crashed.home("a")).isEmpty();
            assertThat(crashed.openPairs()).isEmpty();
            assertThat(crashed.fakes.readers().hidden(user("a"))).isEmpty();
            return run;
        });
    }

    @Test
    void theSweepSendsALostMessageAgain() {
        world.beginFollow("new");
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        assertThat(world.queue.take()).isPresent();
        assertThat(world.queue.take()).isPresent();
        world.sweep();
        world.lookTwice();
        assertThat(world.reached()).containsExactly("b", "c", "new");
        assertThat(world.openPairs()).isEmpty();
    }

    /** A table that takes 300 rows in the time of a message. */
    private int messagesUntilRest() {
        int messages = 0;
        for (; !world.openPairs().isEmpty(); messages++) {
            assertThat(messages).as("messages without an end").isLessThan(50);
            world.fakes.throttleAfter(300);
            world.queue.take().ifPresent(world::handle);
            world.clock.advance(World.UNTIL_NEXT_LOOK);
        }
        return messages;
    }

    @Test
    @Tag("full")
    void anUnfollowThatTheTableSlowsDownEnds() {
        world.deliver(1_600);
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        assertThat(messagesUntilRest()).isEqualTo(7);
        assertThat(world.home("a")).isEmpty();
    }

    @Test
    @Tag("full")
    void whoFollowsAgainGetsEveryPostThatIsThereThoughTheTableIsSlow() {
        world.deliver(1_600);
        PostId edited = world.post;
        world.endFollow("a");
        world.queue.send(World.plan(world.edit("second version")));
        world.work();
        world.beginFollow("a");
        world.clock.advance(World.GRACE);
        assertThat(messagesUntilRest()).isLessThan(20);
        assertThat(world.home("a")).hasSize(1_601).contains(edited);
        assertThat(world.version("a")).isEqualTo(2);
    }

    /** Else each resend would be one more loop, for as long as the table throttles. */
    @Test
    void theSweepSendsNoSecondMessageWhileTheFirstWorks() {
        world.deliver(100);
        world.endFollow("a");
        world.fakes.throttleAfter(0);
        world.clock.advance(World.GRACE);
        world.next();
        for (int minute = 0; minute < 60; minute++) {
            world.clock.advance(Duration.ofMinutes(1));
            world.parts.sweep().run();
            world.queue.take().ifPresent(world::handle);
            assertThat(world.queue.waiting()).as("minute " + minute).hasSize(1);
        }
        world.fakes.throttleAfter(1_000);
        world.clock.advance(Duration.ofMinutes(5));
        world.lookTwice();
        assertThat(world.home("a")).isEmpty();
        assertThat(world.openPairs()).isEmpty();
    }

    /** The reader follows this author, too, and has one post of it. */
    private Follow followOther(String name) {
        Follow follow = new Follow(user("a"), user(name));
        Post post = world.publishBy(name);
        world.fakes.follows().importAll(List.of(follow));
        world.fakes.plant(new StoredItem(
                FeedName.home(follow.follower()), post.id().feedKey(), FeedItem.of(post, FeedItem.Via.FOLLOW)));
        return follow;
    }

    private void endFollow(Follow follow) {
        FollowChange ended = world.stores.follows().unfollow(follow).orElseThrow();
        world.queue.send(Reconcile.of(ended), World.GRACE);
    }

    /** Handles all messages; returns the number of pages of home feeds that this reads. */
    private long pagesUntilRest() {
        long pages = 0;
        for (int messages = 0; !world.openPairs().isEmpty(); messages++) {
            assertThat(messages).as("messages without an end").isLessThan(500);
            Optional<QueueMessage> next = world.queue.take();
            if (next.isPresent()) {
                pages += World.calls(world.handle(next.get(), CrashPoint.NONE), "FeedStore.homePage");
            }
            world.clock.advance(next.isPresent() ? Duration.ofSeconds(1) : World.UNTIL_NEXT_LOOK);
        }
        return pages;
    }

    @Test
    void oneWalkIsForAllAuthorsWhomTheReaderHidBefore() {
        List<Follow> others =
                IntStream.range(0, 20).mapToObj(n -> followOther("other-" + n)).toList();
        world.endFollow("a");
        others.forEach(this::endFollow);
        world.clock.advance(World.GRACE);
        assertThat(pagesUntilRest()).isEqualTo(1);
        assertThat(world.home("a")).isEmpty();
        assertThat(world.fakes.readers().unfollows(user("a"))).isEmpty();
        assertThat(world.parts.count("feedmill.upkeep.reconciled", "change", "unfollow"))
                .isEqualTo(21);
    }

    /** U26: however often somebody unfollows and follows. */
    @Test
    void aLookEndsIfALaterUnfollowOfThePairDoesItsWork() {
        for (int time = 0; time < 10; time++) {
            world.endFollow("a");
            world.beginFollow("a");
        }
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        assertThat(pagesUntilRest()).as("both looks of the last one").isEqualTo(2);
        assertThat(world.home("a")).isEmpty();
    }

    /** U19: what a slice from before that unfollow may still write needs a look of its own. */
    @Test
    void aWalkLeavesAuthorsWhoWereHiddenSince() {
        Follow late = followOther("late");
        world.endFollow("a");
        world.workAfter(World.GRACE);
        endFollow(late);
        world.clock.advance(World.UNTIL_NEXT_LOOK);
        world.next();
        assertThat(world.fakes.readers().unfollows(user("a")))
                .as("left to one walk")
                .hasSize(2);
        world.clock.advance(World.UNTIL_NEXT_LOOK);
        assertThat(pagesUntilRest()).isEqualTo(1);
        assertThat(world.home("a")).isEmpty();
    }

    /** U21. */
    @Test
    void aWalkForSeveralKeepsTheWorkOfAnAuthorWhoIsFollowedAgain() {
        Follow other = followOther("other");
        world.endFollow("a");
        endFollow(other);
        world.workAfter(World.GRACE);
        world.clock.advance(World.UNTIL_NEXT_LOOK);
        world.steps.before("FeedStore.homePage", 1, () -> world.fakes.follows().follow(other));
        world.next();
        assertThat(world.openPairs()).extracting(OpenWork::kind).contains("unfollow", "follow");
    }

    /** However long no read of the pair succeeds. */
    @Test
    void theSweepSendsNoSecondMessageWhileReadsFail() {
        world.deliver(1);
        for (int nth = 1; nth <= 200; nth++) {
            world.fail("FollowStore.follows", nth, Kind.THROTTLED);
        }
        world.beginFollow("new");
        world.next();
        for (int round = 0; round < 720; round++) {
            world.workAfter(Duration.ofSeconds(5));
            world.parts.sweep().run();
            assertThat(world.queue.waiting()).as("round " + round).hasSize(1);
        }
    }

    /** The first look is followed by the last one, which covers it. */
    @Test
    void aRedeliveredFirstLookMakesOneLastLook() {
        world.deliver(1);
        FollowChange unfollow = world.endFollow("a");
        world.queue.lose();
        int sent = world.queue.sent().size();
        world.redeliver(Reconcile.of(unfollow));
        while (!world.queue.waiting().isEmpty()) {
            world.workAfter(World.UNTIL_NEXT_LOOK);
        }
        assertThat(world.queue.sent().stream().skip(sent)).hasSize(1);
        assertThat(world.home("a")).isEmpty();
        assertThat(world.openPairs()).isEmpty();
    }

    /** A recheck stays one, whoever continues it. */
    @Test
    void aContinuedRecheckIsOne() {
        FollowChange unfollow = world.endFollow("a");
        Reconcile last = Reconcile.of(unfollow).nextLook(new TreeMap<>());
        Reconcile recheck = (Reconcile) last.recheck().recheck();
        assertThat(recheck.continued(world.post.feedKey()).history()).isEqualTo(new SendHistory(0, null, 2));
    }
}
