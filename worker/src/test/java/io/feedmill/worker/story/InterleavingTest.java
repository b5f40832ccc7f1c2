package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.testkit.Seeds;
import io.feedmill.testkit.steps.Schedule;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Workers, followers and sweeps in thousands of orders, each of which follows from its seed. */
class InterleavingTest {
    private static final int SOME = 120;
    private static final int ALL = 1_000;

    /** The time of a poll. Without it, a plan would wait forever for a slice that is requeued with a delay: only other steps move the clock. */
    private static final Duration PAUSE = SeveralWorkers.POLL;

    private static final List<String> CALLS = List.of(
            "JobStore.find",
            "JobStore.putSlice",
            "JobStore.advance",
            "JobStore.endPlanning",
            "JobStore.finish",
            "QueueSender.send",
            "QueueSender.sendAll",
            "FeedStore.truth",
            "FeedStore.putHome",
            "FollowStore.followersAfter",
            "FollowStore.followersBetween");
    private static final List<String> STEADY = List.of("c", "e", "g");
    private static final List<Audience> AUDIENCES = List.of(
            Audience.everyone(),
            new Audience.Followers(),
            World.only(),
            World.only("c", "f"),
            World.only("a", "e", "g"));

    /** A random case of the seed. */
    private static final class Case {
        private final Random random;
        private final World world;
        private final SeveralWorkers workers;
        private final Schedule schedule;

        Case(long seed) {
            random = new Random(seed);
            List<String> steady = STEADY.subList(0, random.nextInt(STEADY.size() + 1));
            FanoutSettings settings = new FanoutSettings(1 + random.nextInt(3), 1 + random.nextInt(4), PAUSE);
            world = World.of(
                    settings,
                    Stream.concat(steady.stream(), Stream.of("b", "f")).toArray(String[]::new));
            world.steady(steady);
            workers = new SeveralWorkers(world, random, random.nextInt(4));
            schedule = world.steps.schedule(seed).crashes(random.nextInt(3));
            addWorkers();
            addOthers();
        }

        private void addWorkers() {
            int count = 2 + random.nextInt(2);
            for (int i = 1; i <= count; i++) {
                schedule.start("worker " + i, workers.worker());
            }
        }

        private void addOthers() {
            maybe(() -> world.unfollow("b"));
            maybe(() -> world.unfollow("f"));
            maybe(() -> world.follow("f"));
            maybe(() -> world.follow("a"));
            maybe(() -> world.follow("d"));
            maybe(() -> world.unfollow("d"));
            maybe(() -> schedule.start("early sweep", this::sweep));
            maybe(() -> schedule.start("another early sweep", this::sweep));
            maybe(world::publish);
            maybe(() -> world.queue.send(world.plan()));
        }

        /** Up to three permission changes; the plan of some of them is never sent. */
        Case permitting() {
            for (int i = 0; i < 3; i++) {
                Audience audience = AUDIENCES.get(random.nextInt(AUDIENCES.size()));
                boolean sent = random.nextInt(4) > 0;
                maybe(() -> {
                    JobId change = world.change(audience);
                    if (sent) {
                        world.queue.send(Plan.of(change, World.AUTHOR));
                    }
                });
            }
            return this;
        }

        private void sweep() {
            world.clock.advance(Duration.ofHours(1));
            world.parts.sweep().run();
        }

        /** In every second case, before some call. */
        private void maybe(Runnable action) {
            if (random.nextBoolean()) {
                world.steps.before(CALLS.get(random.nextInt(CALLS.size())), 1 + random.nextInt(5), action);
            }
        }

        void run() {
            Schedule.Outcome outcome = schedule.run();
            workers.end();
            try {
                world.finish();
                Exact.assertClosed(world);
                Exact.assertReached(world, world.steady().toArray(String[]::new));
            } catch (AssertionError e) {
                throw new AssertionError(e.getMessage() + "\n" + outcome, e);
            }
        }
    }

    @Test
    @Tag("contained")
    void everyOrderEndsWithExactHomeFeedsAndCounts() {
        checkAll(SOME);
    }

    @Test
    @Tag("full")
    void everyOneOfManyOrdersEndsWithExactHomeFeedsAndCounts() {
        checkAll(ALL);
    }

    private static void checkAll(int seeds) {
        Seeds.each(seeds, seed -> new Case(seed).run());
        Seeds.each(seeds, seed -> new Case(seed).permitting().run());
    }

    @Test
    void aSeedIsTheSameRunEveryTime() {
        for (long seed = 1; seed <= 20; seed++) {
            assertThat(calls(seed)).isEqualTo(calls(seed));
        }
    }

    private static List<String> calls(long seed) {
        return new Case(seed)
                .schedule.run().trace().stream()
                        .map(step -> step.replaceFirst("Deadline@.*", ""))
                        .toList();
    }
}
