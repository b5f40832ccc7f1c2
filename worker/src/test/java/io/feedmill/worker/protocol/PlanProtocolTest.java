package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Planning, trace by trace of the protocol's model; the identifiers are the model's. */
class PlanProtocolTest {
    /** One slice that is sent at once, and the number of slices of one request: all are sent before planning ends. */
    private static final String[] ELEVEN = "abcdefghijk".split("");

    /** Runs a plan that dies after its n-th such call. */
    private static void dieAfter(World world, String call, int nth, World dry) {
        world.next(CrashPoint.after(World.step(dry.next(), call, nth)));
    }

    /** A0. */
    @Test
    void aSliceWhoseRowIsPutButWhichIsNotInTheJobIsPlannedByTheNextPlan() {
        World world = World.of(1, "a", "b");
        dieAfter(world, "JobStore.putSlice", 2, World.of(1, "a", "b"));
        world.work();
        Exact.assertClosed(world, 2, 0);
        Exact.assertReached(world, "a", "b");
    }

    /** A2, B-adopt: a's slice is in its row, then a leaves, and another plan would make b the first slice. */
    @Test
    void aPlanContinuesAfterTheBoundsOfAnother() {
        World world = World.of(1, "a", "b", "c");
        dieAfter(world, "JobStore.putSlice", 1, World.of(1, "a", "b", "c"));
        world.unfollow("a");
        world.work();
        Exact.assertClosed(world, 2, 1);
        Exact.assertReached(world, "b", "c");
    }

    @Test
    void recipientsOfAdoptedBoundsAreReadFromTheirRange() {
        World world = World.of(1, "a", "b", "c");
        dieAfter(world, "JobStore.putSlice", 1, World.of(1, "a", "b", "c"));
        world.unfollow("a");
        world.next();
        assertThat(world.queue.sent())
                .element(3)
                .extracting("message.rest.recipients")
                .isEqualTo(List.of());
        assertThat(world.queue.sent())
                .element(4)
                .extracting("message.rest.recipients")
                .isEqualTo(users("b"));
    }

    @Test
    void aSliceThatIsResentFromItsRowIsThePlannedOne() {
        World world = World.of(1, "a", "b", "c");
        dieAfter(world, "JobStore.putSlice", 1, World.of(1, "a", "b", "c"));
        world.unfollow("a");
        world.next();
        world.queue.lose();
        world.finish();
        Exact.assertClosed(world, 2, 1);
        Exact.assertReached(world, "b", "c");
    }

    /** A3: another plan has counted the slice, which its job still plans. */
    @Test
    void aSliceCountsOnceForSeveralPlans() {
        World world = World.of(1, ELEVEN);
        int sent = World.step(World.of(1, ELEVEN).next(), "QueueSender.sendAll", 2);
        Hook hook = world.steps.before("JobStore.advance", 1, () -> world.handle(world.plan(), CrashPoint.after(sent)));
        world.next();
        assertThat(hook.fired()).isTrue();
        assertThat(world.job().counts().expected()).isEqualTo(11);
        world.work();
        Exact.assertClosed(world, 11, 0);
    }

    /** A3 with a new follower in between: the plan that reads c adds the slice, the other one adds nothing. */
    @Test
    void twoPlansNeverCountExpectedRecipientsTwice() {
        World world = World.of(1, "a", "b");
        Hook hook = world.steps.before("JobStore.endPlanning", 1, () -> {
            world.follow("c");
            world.handle(world.plan());
        });
        world.work();
        assertThat(hook.fired()).isTrue();
        Exact.assertClosed(world, 3, 0);
        Exact.assertReached(world, "a", "b", "c");
    }

    @Test
    void planningEndsOnlyAfterTheLastPlannedSlice() {
        World world = World.of(1, "a", "b");
        Hook hook = world.steps.before("JobStore.endPlanning", 1, () -> {
            world.follow("c");
            world.follow("d");
            world.handle(world.plan(), CrashPoint.before(afterAdvance()));
        });
        world.next();
        assertThat(hook.fired()).isTrue();
        world.queue.take();
        world.work();
        Exact.assertClosed(world, 4, 0);
    }

    /** The send after the advance, of a plan that finds two pending slices and plans a third one. */
    private static int afterAdvance() {
        World dry = World.of(1, "a", "b");
        int[] step = new int[1];
        dry.steps.before("JobStore.endPlanning", 1, () -> {
            dry.follow("c");
            dry.follow("d");
            step[0] = World.step(dry.handle(dry.plan()), "JobStore.advance", 1) + 1;
        });
        dry.next();
        return step[0];
    }

    /** A6: the plan that ends the planning sees that nothing is pending. */
    @Test
    void aPlanClosesAJobWhoseSlicesFinishedFirst() {
        World world = World.of(1, ELEVEN);
        Hook hook = world.steps.before("JobStore.endPlanning", 1, world::work);
        world.next();
        assertThat(hook.fired()).isTrue();
        Exact.assertClosed(world, 11, 0);
    }

    @Test
    void aPlanOfADrainedJobClosesIt() {
        World world = World.of(1, ELEVEN);
        world.steps.before("JobStore.endPlanning", 1, world::work);
        dieAfter(world, "JobStore.endPlanning", 1, World.of(1, ELEVEN));
        assertThat(world.job().drained()).isTrue();
        world.next();
        Exact.assertClosed(world, 11, 0);
    }

    /** A4: its message is lost, its recipient gone. */
    @Test
    void aResentSliceSkipsLeavers() {
        World world = World.of(1, "a", "b");
        dieAfter(world, "JobStore.advance", 1, World.of(1, "a", "b"));
        world.unfollow("a");
        world.work();
        Exact.assertClosed(world, 1, 1);
        assertThat(world.reached()).containsExactly("b");
    }

    @Test
    void aResentSliceCountsUpToTheExpectedRecipients() {
        World world = World.of(2, "a", "c", "x");
        dieAfter(world, "JobStore.advance", 1, World.of(2, "a", "c", "x"));
        world.follow("b");
        world.work();
        Exact.assertClosed(world, 3, 0);
        Exact.assertReached(world, "a", "b", "c", "x");
    }

    @Test
    void anOvertakenPlanStopsAtTheEndOfTheOther() {
        World world = World.of(1, "a", "b");
        world.steps.before("JobStore.advance", 1, () -> world.handle(world.plan()));
        world.next();
        assertThat(world.job().state()).isEqualTo(JobState.DELIVERING);
        assertThat(world.queue.waiting()).hasSize(2);
    }

    /** A9, B9: the loss of a queue loses no work. */
    @Test
    void aSweepSendsLostMessagesAgain() {
        World world = World.of(1, "a", "b", "c");
        world.queue.lose();
        world.sweep();
        world.next();
        world.queue.lose();
        world.sweep();
        world.next();
        world.next();
        world.queue.lose();
        world.finish();
        Exact.assertClosed(world, 3, 0);
        Exact.assertReached(world, "a", "b", "c");
    }
}
