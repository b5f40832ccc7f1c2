package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.feed.Via;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Whatever moves between two reads of an audit, nobody is accused of what was right all the time. */
class RacesTest {
    private static final int SEEDS = 400;
    private static final int MAX_HOLD = 30;
    private static final List<UserId> FOLLOWERS = users("bob", "cleo", "dan");

    private final Mill mill = new Mill();
    private final PostId post;

    RacesTest() {
        FOLLOWERS.forEach(user -> mill.follow("ann", user.value()));
        post = mill.post("ann");
    }

    /** An audit of everything beside something else, in an order that follows from the seed. */
    private List<Finding> race(long seed, Runnable other) {
        List<Finding> found = new ArrayList<>();
        mill.steps
                .schedule(seed)
                .start("audit", () -> found.addAll(mill.findings(Mill.all())))
                .start("other", () -> {
                    hold(seed);
                    other.run();
                })
                .run();
        return found;
    }

    private static void each(Consumer<RacesTest> other, Consumer<List<Finding>> assertion) {
        Seeds.each(SEEDS, seed -> {
            RacesTest world = new RacesTest();
            assertion.accept(world.race(seed, () -> other.accept(world)));
        });
    }

    private static void assertNobodyLacksAnything(List<Finding> found) {
        assertThat(found).extracting(Finding::kind).doesNotContain(Kind.MISSING, Kind.STALE, Kind.LOST_JOB);
    }

    private static WriteOptions ample() {
        return WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60)));
    }

    /** A step that does nothing: what comes behind it is done in one with whatever step is next. */
    private void step() {
        mill.stores.posts().find(post);
    }

    /** So that it is in the middle of the audit that something moves, and at another point with another seed. */
    private void hold(long seed) {
        for (long left = seed % MAX_HOLD; left > 0; left--) {
            step();
        }
    }

    /** As it is reconciled: who does not follow loses the item. */
    private void unfollow(String user) {
        mill.stores.follows().unfollow(new Follow(user(user), user("ann")));
        mill.stores.feeds().deleteHome(post, users(user), ample());
    }

    /** Who follows gets it. */
    private void follow(String user) {
        mill.stores.follows().follow(new Follow(user(user), user("ann")));
        if (mill.stores.feeds().truth(user("ann"), post) instanceof Truth.Live live) {
            mill.stores.feeds().putHome(live.item().via(Via.FOLLOW), users(user), ample());
        }
    }

    /** The truth and all items at once, so that no item is ever behind. */
    private void revise(long revision) {
        step();
        Post version = new Post(post, user("ann"), "version " + revision, revision);
        mill.fakes.revise(version);
        mill.put(FeedItem.of(version, Via.SELF), users("ann"));
        mill.put(FeedItem.of(version, Via.FOLLOW), FOLLOWERS);
    }

    private void retract() {
        step();
        mill.fakes.retract(user("ann"), post);
        mill.stores.feeds().deleteHome(post, users("bob", "ann", "cleo", "dan"), ample());
    }

    private void publish() {
        step();
        PostId next = mill.publish("ann");
        mill.stores.feeds().putHome(Mill.item("ann", next), FOLLOWERS, ample());
        mill.stores
                .jobs()
                .closeInlineDelivery(mill.fakes.jobs().find(JobId.of(next)).orElseThrow(), FOLLOWERS.size(), 0);
    }

    @Test
    void whoLeavesAndLosesTheItemDoesNotMissIt() {
        each(world -> world.unfollow("cleo"), RacesTest::assertNobodyLacksAnything);
    }

    @Test
    void whoLeavesAndComesBackDoesNotMissIt() {
        each(
                world -> {
                    world.unfollow("cleo");
                    world.follow("cleo");
                    world.unfollow("cleo");
                },
                RacesTest::assertNobodyLacksAnything);
    }

    /** Follow and item are never there without each other. */
    @Test
    void whoLeavesAndComesBackAtOnceHasNothingExtra() {
        each(
                world -> {
                    for (int round = 0; round < 4; round++) {
                        world.step();
                        world.mill.unfollow("ann", user("cleo"));
                        world.mill.lose(user("cleo"), world.post);
                        world.step();
                        world.mill.follow("ann", "cleo");
                        world.mill.put(Mill.item("ann", world.post), users("cleo"));
                    }
                },
                found -> assertThat(found).isEmpty());
    }

    @Test
    void whoComesHasNothingExtra() {
        each(world -> world.follow("eve"), found -> assertThat(found).isEmpty());
    }

    @Test
    void anItemThatKeepsUpWithTheTruthIsNotStale() {
        each(
                world -> {
                    world.revise(2);
                    world.revise(3);
                    world.revise(4);
                },
                found -> assertThat(found).isEmpty());
    }

    @Test
    void aPostThatIsRetractedIsNotMissing() {
        each(RacesTest::retract, RacesTest::assertNobodyLacksAnything);
    }

    @Test
    void postsThatComeAndJobsThatCloseAreCountedRight() {
        each(
                world -> {
                    world.publish();
                    world.publish();
                },
                found -> assertThat(found).isEmpty());
    }

    @Test
    void whoLacksTheItemAllTheTimeIsFoundWhateverElseMoves() {
        Seeds.each(SEEDS, seed -> {
            RacesTest world = new RacesTest();
            world.mill.lose(user("bob"), world.post);
            assertThat(world.race(seed, () -> world.unfollow("cleo")))
                    .filteredOn(finding -> finding.kind() == Kind.MISSING)
                    .extracting(Finding::user)
                    .containsExactly("bob");
        });
    }
}
