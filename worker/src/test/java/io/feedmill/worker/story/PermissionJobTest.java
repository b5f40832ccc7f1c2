package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.testkit.steps.Run;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Permission changes of a post during or after its fan-out. */
class PermissionJobTest {
    private static final String[] THREE = {"a", "b", "c"};

    private static final Audience EVERYONE = Audience.everyone();

    private static final Audience FOLLOWERS = new Audience.Followers();

    private static final Audience B = World.only("b", "stranger");

    private static void finish(World world) {
        world.finish();
        Exact.assertReached(world, THREE);
    }

    private static void assertComplete(World world, JobId change, long delivered, long skipped) {
        Job job = world.job(change);
        assertThat(job.state()).isEqualTo(JobState.COMPLETE);
        assertThat(job.counts()).isEqualTo(new Job.Counts(delivered + skipped, delivered, skipped));
    }

    /** Inline, and in slices. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void homeFeedsFollowEachChangeAndNothingIsCounted(int sliceSize) {
        World world = World.delivered(sliceSize, THREE);
        for (Audience audience : List.of(B, World.only(), FOLLOWERS, B, EVERYONE, World.only("a"))) {
            JobId change = world.permit(audience);
            finish(world);
            int admitted = world.reached().size();
            assertComplete(world, change, admitted, 3 - admitted);
            Exact.assertClosed(world, 3, 0);
        }
        assertThat(world.reached()).containsExactly("a");
        assertThat(world.parts.count("feedmill.deliveries")).isEqualTo(3);
        assertThat(world.parts.count("feedmill.jobs.completed")).isEqualTo(7);
    }

    @Test
    void theRelaySendsThePlanThatWasNeverSent() {
        World world = World.delivered(2, THREE);
        JobId change = world.change(B);
        world.work();
        assertThat(world.reached()).containsExactly(THREE);
        assertThat(world.openJobs()).containsExactly(change);
        finish(world);
        assertThat(world.reached()).containsExactly("b");
    }

    private static World changed(int sliceSize) {
        World world = World.delivered(sliceSize, THREE);
        world.permit(B);
        return world;
    }

    private static World planned() {
        World world = changed(1);
        world.next();
        return world;
    }

    private static void each(Supplier<World> setUp) {
        CrashPoint.each(point -> {
            World world = setUp.get();
            Run run = world.next(point);
            finish(world);
            Exact.assertClosed(world, 3, 0);
            return run;
        });
    }

    @Test
    void homeFeedsFollowAChangeAfterACrashAtAnyStep() {
        each(() -> changed(5));
        each(() -> changed(1));
        each(PermissionJobTest::planned);
    }

    /** The second change completes between two writes of the first one. */
    @ParameterizedTest
    @CsvSource({"FeedStore.putHome, 1", "FeedStore.putHome, 3", "FeedStore.truth, 1", "JobStore.closeInlineDelivery, 1"
    })
    void theLastOfTwoChangesHolds(String call, int nth) {
        for (Audience last : List.of(EVERYONE, FOLLOWERS, World.only("a", "c"), World.only())) {
            World world = World.delivered(5, THREE);
            world.permit(B);
            Hook hook = world.steps.before(call, nth, () -> {
                JobId change = world.change(last);
                world.handle(World.plan(change));
            });
            finish(world);
            assertThat(hook.fired()).isTrue();
            Exact.assertClosed(world, 3, 0);
        }
    }

    /** The permissions change and change back between a write and the second read of the post's own job. */
    @Test
    void aChangeCompletedBeforeTheFirstFanOutHolds() {
        for (List<Audience> changes : List.of(List.of(B), List.of(B, EVERYONE), List.of(FOLLOWERS, World.only("c")))) {
            World world = World.of(5, THREE);
            Hook hook = world.steps.before(
                    "FeedStore.putHome",
                    3,
                    () -> changes.forEach(audience -> {
                        JobId change = world.change(audience);
                        world.handle(World.plan(change));
                    }));
            finish(world);
            assertThat(hook.fired()).isTrue();
            Exact.assertClosed(world);
        }
    }

    /** A change deletes the rows of the attempt before the next one, and then the permissions change back: the change's job brings them. */
    @Test
    void whoIsSettledHasWhatTheLastChangePermits() {
        World world = World.of(2, THREE);
        world.next();
        world.fakes.throttleAfter(1);
        world.next();
        assertThat(world.reached()).containsExactly("a");
        QueueMessage rest = world.lastSent().message();
        world.recover();
        world.queue.lose();
        world.permit(B);
        world.work();
        assertThat(world.reached()).containsExactly("b");
        world.change(EVERYONE);
        world.handle(rest);
        assertThat(world.reached()).containsExactly("b");
        finish(world);
        Exact.assertDelivered(world, 0, "a", "b", "c");
    }

    /** E15 of the model: the handler writes late, after another handler has closed the job, and dies before its second read. */
    @Test
    void aLateHandlerOfACompleteChangeLeavesNothingStale() {
        World world = World.delivered(5, THREE);
        JobId first = world.permit(B);
        world.steps.before("FeedStore.putHome", 1, () -> {
            world.handle(World.plan(first));
            JobId second = world.change(World.only("c"));
            world.handle(World.plan(second));
        });
        world.next(CrashPoint.after(World.step(changed(5).next(), "FeedStore.putHome", 1)));
        finish(world);
        assertThat(world.reached()).containsExactly("c");
    }

    @Test
    void aRedeliveredPlanWritesNothingWithoutAChange() {
        World world = World.delivered(5, THREE);
        JobId change = world.permit(B);
        world.work();
        Run again = world.redeliver(World.plan(change));
        assertThat(World.writes(again)).isFalse();
    }

    @Test
    void narrowingContinuesAfterAThrottle() {
        World world = World.delivered(5, THREE);
        world.permit(B);
        for (int rounds = 0; rounds < 3; rounds++) {
            world.fakes.throttleAfter(1);
            world.sweep();
            world.work();
        }
        assertThat(world.reached()).containsExactly("b");
        world.recover();
        finish(world);
    }

    @Test
    void aLeaverMeanwhileDoesNotKeepTheRow() {
        World world = World.delivered(5, THREE);
        world.permit(World.only("a", "b"));
        Hook hook = world.steps.before("FeedStore.putHome", 2, () -> world.unfollow("a"));
        world.finish();
        assertThat(hook.fired()).isTrue();
        assertThat(world.reached()).containsExactly("b");
    }

    @Test
    void aRetractedPostReachesNoOneAfterAnyChange() {
        World world = World.delivered(5, THREE);
        world.permit(B);
        world.retract();
        world.finish();
        assertThat(world.reached()).isEmpty();
    }
}
