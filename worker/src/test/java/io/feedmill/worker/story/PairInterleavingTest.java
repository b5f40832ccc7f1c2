package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.RebuildStore.BeginResult;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.Seeds;
import io.feedmill.testkit.steps.Schedule;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Random orders of follows, unfollows, posts and permissions: in the end each home feed is what follow rows and posts imply. */
class PairInterleavingTest {
    private static final int SOME = 150;
    private static final int ALL = 500;
    private static final int ROUNDS = 20;
    private static final List<String> USERS = List.of("a", "b", "d", "f");
    private static final List<String> CALLS = List.of(
            "JobStore.find",
            "JobStore.advance",
            "JobStore.finish",
            "FeedStore.truth",
            "FeedStore.putHome",
            "FeedStore.posts",
            "FeedStore.homePage",
            "FeedStore.writeHome",
            "FollowStore.follows",
            "FollowStore.end",
            "FollowStore.followingAfter",
            "FollowStore.followersAfter",
            "FollowStore.followersBetween");

    /** A random case of the seed. */
    private static final class Case {
        private final Random random;
        private final World world;
        private final SeveralWorkers workers;
        private final Schedule schedule;

        Case(long seed) {
            random = new Random(seed);
            world = World.of(new FanoutSettings(1 + random.nextInt(3), 4, SeveralWorkers.POLL), "b", "f");
            workers = new SeveralWorkers(world, random, 0);
            schedule = world.steps.schedule(seed);
            for (int i = 1; i <= 3; i++) {
                schedule.start("worker " + i, workers.worker());
            }
            for (String each : List.of("a", "b", "f", "b", "d", "f", "a")) {
                maybe(() -> toggle(each));
            }
            maybe(world::publish);
            maybe(world::publish);
            maybe(() -> world.permit(World.only("a", "b")));
            maybe(() -> world.clock.advance(World.GRACE));
            maybe(() -> rebuild("a"));
            maybe(() -> rebuild("b"));
        }

        /** In every second case, before some call. */
        private void maybe(Runnable action) {
            if (random.nextBoolean()) {
                world.steps.before(CALLS.get(random.nextInt(CALLS.size())), 1 + random.nextInt(4), action);
            }
        }

        private void toggle(String name) {
            if (follows(name)) {
                world.endFollow(name);
            } else {
                world.beginFollow(name);
            }
        }

        private void rebuild(String name) {
            if (world.stores.rebuilds().begin(user(name)) instanceof BeginResult.Begun begun) {
                world.queue.send(Rebuild.of(begun.work()));
            }
        }

        private boolean follows(String name) {
            return world.fakes.follows().follows(new Follow(user(name), World.AUTHOR));
        }

        void run() {
            Schedule.Outcome outcome = schedule.run();
            workers.end();
            try {
                finish();
                assertThat(USERS).allSatisfy(name -> {
                    assertThat(world.home(name)).as(name).isEqualTo(expected(name));
                    assertThat(world.fakes.readers().hidden(user(name)))
                            .as(name)
                            .isEmpty();
                });
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\n" + outcome, e);
            }
        }

        private void finish() {
            world.finish();
            for (int round = 0; !world.openPairs().isEmpty(); round++) {
                assertThat(round)
                        .as("rounds without an end: " + world.openPairs())
                        .isLessThan(ROUNDS);
                world.workAfter(World.UNTIL_NEXT_LOOK);
            }
        }

        private List<PostId> expected(String name) {
            return world.fakes.feeds().posts(World.AUTHOR, null, 100, Consistency.STRONG).stream()
                    .filter(post -> follows(name)
                            && post.truth() instanceof Truth.Live live
                            && live.item().audience().admits(user(name)))
                    .map(AuthorPost::post)
                    .toList();
        }
    }

    @Test
    @Tag("contained")
    void everyOrderEndsWithExactHomeFeeds() {
        Seeds.each(SOME, seed -> new Case(seed).run());
    }

    @Test
    @Tag("full")
    void everyOneOfManyOrdersEndsWithExactHomeFeeds() {
        Seeds.each(ALL, seed -> new Case(seed).run());
    }
}
