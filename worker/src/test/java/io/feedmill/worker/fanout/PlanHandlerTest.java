package io.feedmill.worker.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Plans that come again, plans of changes that later changes supersede, and plans without time; the identifiers are the model's. */
class PlanHandlerTest {
    private static final String[] THREE = {"a", "b", "c"};

    /** Slices of one, of which two may be pending. */
    private static World twoPending() {
        return World.of(new FanoutSettings(1, 2, Duration.ofSeconds(7)), "a", "b", "c", "d", "e");
    }

    private static void finish(World world) {
        world.finish();
        Exact.assertReached(world, THREE);
    }

    @Test
    void aPlanLeavesItsRecipientsToALaterChange() {
        World world = World.delivered(5, THREE);
        JobId first = world.edit("second version");
        JobId second = world.change(World.only("a"));
        Run run = world.handle(World.plan(first));
        assertThat(World.writes(run)).isFalse();
        assertThat(world.job(first).state()).isEqualTo(JobState.COMPLETE);
        assertThat(world.job(first).counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(world.job(first).skippedBy()).isEqualTo(Skipped.NONE);
        assertThat(world.job(first).supersededBy()).isEqualTo(second);
        world.handle(World.plan(second));
        finish(world);
        assertThat(world.reached()).containsExactly("a");
        Exact.assertClosed(world, 3, 0);
    }

    @Test
    void thePlanOfTheLastChangeIsNotSuperseded() {
        World world = World.delivered(5, THREE);
        world.edit("second version");
        JobId last = world.edit("third version");
        world.handle(World.plan(last));
        assertThat(world.job(last).supersededBy()).isNull();
        assertThat(world.job(last).counts()).isEqualTo(new Job.Counts(3, 3, 0));
        finish(world);
    }

    @Test
    void thePostsOwnJobIsNeverSuperseded() {
        World world = World.of(5, THREE);
        world.edit("second version");
        world.next();
        assertThat(world.job().supersededBy()).isNull();
        finish(world);
        Exact.assertClosed(world, 3, 0);
    }

    /** E17: a job that has planned a slice goes on. */
    @Test
    void aJobWithSlicesIsNotSuperseded() {
        World world = World.delivered(1, THREE);
        JobId first = world.edit("second version");
        world.handle(World.plan(first));
        JobId second = world.change(World.only("b"));
        world.handle(World.plan(first));
        assertThat(world.job(first).supersededBy()).isNull();
        world.handle(World.plan(second));
        finish(world);
        assertThat(world.job(first).counts().expected()).isEqualTo(3);
    }

    @Test
    void aRedeliveredPlanOfACompleteJobWritesNothingWithoutAChange() {
        World world = World.delivered(2, "a", "b");
        assertThat(world.redeliver(world.plan()).steps()).noneMatch(step -> step.startsWith("FeedStore.putHome"));
    }

    /** No earlier handler has received the message: none can have written the post as it was. */
    @Test
    void aPlanThatIsReceivedFirstAfterTheJobIsCompleteWritesNothing() {
        World world = World.delivered(2, "a", "b");
        world.revise(2);
        assertThat(world.handle(world.plan()).steps()).noneMatch(step -> step.startsWith("FeedStore."));
    }

    /** P3: the change's plan is received again after a later change superseded it. */
    @Test
    void aRepeatedPlanOfASupersededJobWritesNoMoreThanASlice() {
        World world = World.delivered(10, World.longNames(100));
        JobId first = world.edit("second version");
        JobId second = world.edit("third version");
        world.handle(World.plan(first));
        world.handle(World.plan(second));
        world.finish();
        world.fakes.throttleAfter(20);
        world.redeliver(World.plan(first));
        assertThat(world.workInParts(20)).isLessThan(10);
    }

    /** P3: the slices are sent again from where the plan before stopped. */
    @Test
    void aRepeatedPlanOfManySlicesGoesOnWhereItStopped() {
        World world = World.delivered(1, "a", "b", "c", "d", "e", "f", "g", "h");
        world.edit("second version");
        for (int nth = 3; nth <= 40; nth += 3) {
            world.steps.before("JobStore.slice", nth, () -> world.clock.advance(Duration.ofSeconds(58)));
        }
        int sent = world.queue.sent().size();
        world.redeliver(world.plan());
        world.workInParts(20);
        assertThat(world.queue.sent().stream()
                        .skip(sent)
                        .filter(message -> message.message() instanceof Deliver)
                        .count())
                .as("by the repeated plan and by its recheck")
                .isEqualTo(16);
        Exact.assertReached(world, "a", "b", "c", "d", "e", "f", "g", "h");
    }

    /** The requests for slices 2 to 11 and 12 to 21: the second one fails, and may have sent some of its messages. */
    @Test
    void onlyTheSlicesOfARequestThatFailedAreSentAgain() {
        World world = World.delivered(1, World.longNames(25));
        world.edit("second version");
        world.fail("QueueSender.sendAll", 3, Kind.TRANSIENT);
        world.clock.advance(Duration.ofHours(1));
        world.redeliver(world.plan());
        assertThat(((Plan) world.lastSent().message()).after()).isEqualTo("11");
    }

    @Test
    void aResentPlanSendsThePendingSlices() {
        World world = twoPending();
        world.next();
        int before = world.queue.sent().size();
        world.handle(world.plan());
        assertThat(world.sentAfter(before))
                .hasSize(3)
                .last()
                .isEqualTo(world.plan().continued());
        assertThat(world.sentAfter(before).subList(0, 2)).hasOnlyElementsOfType(Deliver.class);
    }

    @Test
    void aPlanWithoutTimeSendsNothingAgain() {
        World world = twoPending();
        world.next();
        int before = world.queue.sent().size();
        Deadline over = Deadline.in(Duration.ofSeconds(4), world.clock::nanoTime, world.clock);
        assertThat(world.parts
                        .handler()
                        .handle(world.plan(), new Receipt(1, SettableClock.START, SettableClock.START), over))
                .isEqualTo(new Handled.Requeue(world.plan().next()));
        assertThat(world.sentAfter(before)).isEmpty();
    }

    /** The rest would wait for the sweep. */
    @Test
    void aPlanWithoutTimeForAllPendingSlicesSendsThemInItsNextAttempt() {
        World world = World.of(1, "a", "b", "c");
        world.next();
        world.queue.lose();
        world.steps.before("JobStore.slice", 2, () -> world.clock.advance(Duration.ofSeconds(36)));
        world.handle(world.plan());
        assertThat(world.queue.waiting().getLast().message())
                .isEqualTo(world.plan()
                        .withFirstSentAt(world.clock.instant().minusSeconds(36))
                        .next());
        world.workAfter(Duration.ofSeconds(5));
        Exact.assertClosed(world, 3, 0);
    }
}
