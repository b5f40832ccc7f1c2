package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.Seeds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Changes between two reads of an audit never make a right item a finding. */
class RacesTest {
    private static final int SEEDS = 200;
    private static final int MAX_HOLD = 30;
    private static final List<UserId> FOLLOWERS = users("bob", "cleo", "dan");

    private final FakeFeedmill feedmill = new FakeFeedmill();
    private final PostId post;

    RacesTest() {
        FOLLOWERS.forEach(user -> feedmill.follow("ann", user.value()));
        post = feedmill.post("ann");
    }

    /** An audit of everything beside something else, in an order that follows from the seed. */
    private List<Finding> race(long seed, Runnable other) {
        List<Finding> found = new ArrayList<>();
        feedmill.steps
                .schedule(seed)
                .start("audit", () -> found.addAll(feedmill.findings(FakeFeedmill.all())))
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

    private static void assertNothingIsMissing(List<Finding> found) {
        assertThat(found).extracting(Finding::kind).doesNotContain(Kind.MISSING, Kind.STALE, Kind.LOST_JOB);
    }

    private static WriteOptions ample() {
        return WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60), System::nanoTime, InstantSource.system()));
    }

    /** A step that does nothing: the code after it runs together with the next step. */
    private void step() {
        feedmill.stores.posts().find(post);
    }

    /** Waits for a number of steps that depends on the seed, so that changes happen during the audit. */
    private void hold(long seed) {
        for (long left = seed % MAX_HOLD; left > 0; left--) {
            step();
        }
    }

    /** Reconciles as a worker does: deletes the items of users who do not follow. */
    private void unfollow(String user) {
        feedmill.stores.follows().unfollow(new Follow(user(user), user("ann")));
        feedmill.stores.feeds().deleteHome(post, users(user), ample());
    }

    /** Delivers the item to followers. */
    private void follow(String user) {
        feedmill.stores.follows().follow(new Follow(user(user), user("ann")));
        if (feedmill.stores.feeds().truth(user("ann"), post) instanceof Truth.Live live) {
            feedmill.stores.feeds().putHome(live.item().via(Via.FOLLOW), users(user), ample());
        }
    }

    /** Changes the truth and all items at once, so that no item is ever stale. */
    private void revise(long revision) {
        step();
        Post version = new Post(
                post, user("ann"), Content.of("version " + revision), revision, null, Audience.everyone(), Mode.PUSH);
        feedmill.fakes.revise(version);
        feedmill.put(FeedItem.of(version, Via.SELF), users("ann"));
        feedmill.put(FeedItem.of(version, Via.FOLLOW), FOLLOWERS);
    }

    private void retract() {
        step();
        feedmill.fakes.retract(user("ann"), post);
        feedmill.stores.feeds().deleteHome(post, users("bob", "ann", "cleo", "dan"), ample());
    }

    private void publish() {
        step();
        PostId next = feedmill.publish("ann");
        feedmill.stores.feeds().putHome(FakeFeedmill.item("ann", next), FOLLOWERS, ample());
        feedmill.stores
                .jobs()
                .closeInlineDelivery(
                        feedmill.fakes.jobs().find(JobId.of(next)).orElseThrow(), FOLLOWERS.size(), Skipped.NONE);
    }

    @Test
    void anUnfollowDuringTheAuditIsNoFinding() {
        each(world -> world.unfollow("cleo"), RacesTest::assertNothingIsMissing);
    }

    @Test
    @Tag("full")
    void anUnfollowAndANewFollowAreNoFinding() {
        each(
                world -> {
                    world.unfollow("cleo");
                    world.follow("cleo");
                    world.unfollow("cleo");
                },
                RacesTest::assertNothingIsMissing);
    }

    /** Follow and item change together. */
    @Test
    @Tag("full")
    void unfollowsAndFollowsWithTheirItemsAreNoFinding() {
        each(
                world -> {
                    for (int round = 0; round < 4; round++) {
                        world.step();
                        world.feedmill.unfollow("ann", user("cleo"));
                        world.feedmill.lose(user("cleo"), world.post);
                        world.step();
                        world.feedmill.follow("ann", "cleo");
                        world.feedmill.put(FakeFeedmill.item("ann", world.post), users("cleo"));
                    }
                },
                found -> assertThat(found).isEmpty());
    }

    @Test
    @Tag("full")
    void aNewFollowIsNoFinding() {
        each(world -> world.follow("eve"), found -> assertThat(found).isEmpty());
    }

    @Test
    @Tag("full")
    void anItemRevisedWithTheTruthIsNotStale() {
        each(
                world -> {
                    world.revise(2);
                    world.revise(3);
                    world.revise(4);
                },
                found -> assertThat(found).isEmpty());
    }

    @Test
    @Tag("full")
    void aPostThatIsRetractedIsNotMissing() {
        each(RacesTest::retract, RacesTest::assertNothingIsMissing);
    }

    @Test
    void newPostsAndClosedJobsAreCountedRight() {
        each(
                world -> {
                    world.publish();
                    world.publish();
                },
                found -> assertThat(found).isEmpty());
    }

    @Test
    void aMissingItemIsFoundDuringOtherChanges() {
        Seeds.each(SEEDS, seed -> {
            RacesTest world = new RacesTest();
            world.feedmill.lose(user("bob"), world.post);
            assertThat(world.race(seed, () -> world.unfollow("cleo")))
                    .filteredOn(finding -> finding.kind() == Kind.MISSING)
                    .extracting(Finding::user)
                    .containsExactly("bob");
        });
    }
}
