package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The work of follows and unfollows is bounded by what the reader has, and ends. */
class UnfollowTest {
    private static final Duration UNTIL_NEXT_LOOK = Duration.ofSeconds(195);

    private final World world = World.of(2, "a");

    private void publish(int posts) {
        IntStream.range(0, posts).forEach(i -> world.publish());
        world.finish();
    }

    private void lookTwice() {
        world.clock.advance(World.GRACE);
        world.work();
        world.clock.advance(UNTIL_NEXT_LOOK);
        world.work();
    }

    private static long calls(Run run, String call) {
        return run.steps().stream().filter(step -> step.startsWith(call)).count();
    }

    /** A table that takes 300 rows in the time of a message. */
    private int messagesUntilRest() {
        int messages = 0;
        for (; !world.openPairs().isEmpty(); messages++) {
            assertThat(messages).as("messages without an end").isLessThan(50);
            world.fakes.throttleAfter(300);
            world.queue.take().ifPresent(world::handle);
            world.clock.advance(UNTIL_NEXT_LOOK);
        }
        return messages;
    }

    @Test
    @Tag("full")
    void anUnfollowThatTheTableSlowsDownEnds() {
        publish(1_600);
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        assertThat(messagesUntilRest()).isEqualTo(7);
        assertThat(world.home("a")).isEmpty();
    }

    @Test
    @Tag("full")
    void whoFollowsAgainGetsEveryPostThatIsThereThoughTheTableIsSlow() {
        publish(1_600);
        PostId edited = world.post;
        world.endFollow("a");
        world.queue.send(Plan.of(world.edit("second version"), World.AUTHOR));
        world.work();
        world.beginFollow("a");
        world.clock.advance(World.GRACE);
        assertThat(messagesUntilRest()).isLessThan(20);
        assertThat(world.home("a")).hasSize(1_601).contains(edited);
        assertThat(world.version("a")).isEqualTo(2);
    }

    @Test
    void anUnfollowReadsNoFeedOfTheAuthorAndDeletesWhatIsThere() {
        publish(600);
        world.follow("b");
        List<PostId> brought = List.of(world.publish(), world.publish());
        world.finish();
        assertThat(world.home("b")).containsExactlyElementsOf(brought.reversed());
        world.endFollow("b");
        world.clock.advance(World.GRACE);
        Run first = world.next();
        assertThat(first.steps()).noneMatch(step -> step.startsWith("FeedStore.posts"));
        assertThat(calls(first, "FeedStore.homePage")).isEqualTo(1);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(2);
        world.clock.advance(UNTIL_NEXT_LOOK);
        Run second = world.next();
        assertThat(calls(second, "FeedStore.writeHome")).isZero();
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(2);
    }

    /** Else each resend would be one more loop, for as long as the table throttles. */
    @Test
    void theSweepSendsNoSecondMessageWhileTheFirstWorks() {
        publish(100);
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
        lookTwice();
        assertThat(world.home("a")).isEmpty();
        assertThat(world.openPairs()).isEmpty();
    }

    /** The reader follows this author, too, and has one post of it. */
    private Follow followOther(String name) {
        Follow follow = new Follow(user("a"), user(name));
        PostId post = PostId.create(Ticks.ofInstant(world.clock.instant()), new Random(name.hashCode()));
        Post stored = new Post(post, follow.author(), Content.of("hello"), 1, null, Audience.everyone(), Mode.PUSH);
        world.fakes.follows().importAll(List.of(follow));
        world.fakes.plant(new StoredItem(
                FeedName.home(follow.follower()), post.feedKey(), FeedItem.of(stored, FeedItem.Via.FOLLOW)));
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
                pages += calls(world.handle(next.get(), CrashPoint.NONE), "FeedStore.homePage");
            }
            world.clock.advance(next.isPresent() ? Duration.ofSeconds(1) : UNTIL_NEXT_LOOK);
        }
        return pages;
    }

    @Test
    void oneWalkIsForAllAuthorsWhomTheReaderHidBefore() {
        world.finish();
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
        world.finish();
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
        world.finish();
        Follow late = followOther("late");
        world.endFollow("a");
        world.clock.advance(World.GRACE);
        world.work();
        endFollow(late);
        world.clock.advance(UNTIL_NEXT_LOOK);
        world.next();
        assertThat(world.fakes.readers().unfollows(user("a")))
                .as("left to one walk")
                .hasSize(2);
        world.clock.advance(UNTIL_NEXT_LOOK);
        assertThat(pagesUntilRest()).isEqualTo(1);
        assertThat(world.home("a")).isEmpty();
    }

    /** U21. */
    @Test
    void aWalkForSeveralKeepsTheWorkOfAnAuthorWhoIsFollowedAgain() {
        world.finish();
        Follow other = followOther("other");
        world.endFollow("a");
        endFollow(other);
        world.clock.advance(World.GRACE);
        world.work();
        world.clock.advance(UNTIL_NEXT_LOOK);
        world.steps.before("FeedStore.homePage", 1, () -> world.fakes.follows().follow(other));
        world.next();
        assertThat(world.openPairs()).extracting(OpenWork::kind).contains("unfollow", "follow");
    }

    @Test
    void otherAuthorsStay() {
        world.finish();
        world.fakes.follows().importAll(List.of(new Follow(World.AUTHOR, user("a"))));
        world.endFollow("a");
        lookTwice();
        assertThat(world.fakes.home(World.AUTHOR)).hasSize(1);
    }

    /** Not even a follow's age says what its home feed may have. */
    @Test
    void anEditBringsRowsFromBeforeTheFollow() {
        publish(150);
        world.beginFollow("new");
        world.work();
        assertThat(world.home("new")).doesNotContain(world.post);
        world.queue.send(Plan.of(world.edit("second version"), World.AUTHOR));
        world.finish();
        assertThat(world.home("new")).contains(world.post).hasSize(101);
        world.endFollow("new");
        lookTwice();
        assertThat(world.home("new")).isEmpty();
    }

    @Test
    void anImportMovesTheBeginOfAFollow() {
        publish(150);
        world.clock.advance(Duration.ofDays(1));
        world.fakes.follows().importAll(List.of(new Follow(user("a"), World.AUTHOR)));
        world.endFollow("a");
        lookTwice();
        assertThat(world.home("a")).isEmpty();
    }

    @Test
    void aNewFollowKeepsRowsOfTheOneBefore() {
        publish(150);
        world.endFollow("a");
        world.clock.advance(Duration.ofSeconds(1));
        world.beginFollow("a");
        lookTwice();
        assertThat(world.home("a")).hasSize(151);
        world.endFollow("a");
        lookTwice();
        assertThat(world.home("a")).isEmpty();
    }

    @Test
    void aFollowReadsNoPageTooMany() {
        publish(200);
        world.beginFollow("new");
        assertThat(calls(world.next(), "FeedStore.posts")).isEqualTo(2);
        assertThat(world.home("new")).hasSize(100);
    }

    @Test
    void aFollowLooksAtFiveHundredPosts() {
        Audience others = new Audience.Users(new TreeSet<>(Users.users("b")));
        PostId tooOld = world.publish();
        List<PostId> posts = new ArrayList<>(List.of(world.publish()));
        IntStream.range(0, 499).forEach(i -> posts.add(world.publish(others)));
        world.finish();
        world.beginFollow("new");
        Run run = world.next();
        assertThat(calls(run, "FeedStore.posts")).isEqualTo(10);
        assertThat(world.home("new")).containsExactly(posts.getFirst()).doesNotContain(tooOld);
        assertThat(world.parts.count("feedmill.upkeep.rows", "write", "delete")).isEqualTo(499);
        world.beginFollow("late");
        world.publish(others);
        world.next();
        assertThat(world.home("late")).isEmpty();
    }

    @Test
    void whatAFollowReadsFirstMayBeOldAndIsReadAgain() {
        world.finish();
        world.beginFollow("new");
        PostId[] unseen = new PostId[1];
        world.steps.before("FeedStore.writeHome", 1, () -> {
            unseen[0] = world.publish();
            world.queue.take();
        });
        world.next();
        assertThat(world.home("new")).as("a post that the first read missed").contains(unseen[0]);
    }

    /** However long no read of the pair succeeds. */
    @Test
    void theSweepSendsNoSecondMessageWhileReadsFail() {
        publish(1);
        failing("FollowStore.follows", 200);
        world.beginFollow("new");
        world.next();
        for (int round = 0; round < 720; round++) {
            world.clock.advance(Duration.ofSeconds(5));
            world.work();
            world.parts.sweep().run();
            assertThat(world.queue.waiting()).as("round " + round).hasSize(1);
        }
    }

    private void failing(String call, int times) {
        for (int nth = 1; nth <= times; nth++) {
            world.steps.before(call, nth, () -> {
                throw new StorageException(Kind.THROTTLED, "for now");
            });
        }
    }

    /** The first look is followed by the last one, which covers it. */
    @Test
    void aRedeliveredFirstLookMakesOneLastLook() {
        publish(1);
        FollowChange unfollow = world.endFollow("a");
        world.queue.lose();
        int sent = world.queue.sent().size();
        world.redeliver(Reconcile.of(unfollow));
        while (!world.queue.waiting().isEmpty()) {
            world.clock.advance(UNTIL_NEXT_LOOK);
            world.work();
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

    /** U17: the message before deleted a post late, after the user followed again, and ran out of time before it put it back. */
    @Test
    void aContinuedLastLookBringsBackWhatTheMessageBeforeDeleted() {
        PostId late = world.post;
        PostId reached = world.publish();
        world.finish();
        FollowChange unfollow = world.endFollow("a");
        world.clock.advance(World.GRACE);
        world.work();
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
        world.clock.advance(Duration.ofMinutes(5));
        world.work();
        assertThat(world.home("a")).containsExactly(reached, late);
    }

    private FeedItem item(PostId post) {
        return FeedItem.of(world.fakes.posts().find(post).orElseThrow(), FeedItem.Via.FOLLOW);
    }
}
