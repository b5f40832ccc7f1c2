package io.feedmill.worker.fanout;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Plans that come again, plans of changes that later changes supersede, and plans without time; the identifiers are the model's. */
class PlanHandlerTest {
    private static final String[] THREE = {"a", "b", "c"};

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
    void aRedeliveredPlanOfACompleteJobWritesNothingWithoutAChange() {
        World world = World.delivered(2, "a", "b");
        assertThat(world.redeliver(world.plan()).steps()).noneMatch(step -> step.startsWith("FeedStore.putHome"));
    }

    /** Its message is in the queue: a second one would double its writes. */
    @Test
    void aPlanThatIsSentAgainPassesOverSlicesThatWait() {
        World world = World.of(2, "a", "b", "c");
        world.next();
        world.fail("FeedStore.truth", 1, Kind.THROTTLED);
        world.next();
        int sent = world.queue.sent().size();
        world.handle(world.plan());
        assertThat(slices(world, sent)).containsExactly(2);
        world.clock.advance(HandlerLife.MAX_REQUEUE);
        world.handle(world.plan());
        assertThat(slices(world, sent)).containsExactly(2, 1, 2);
        finish(world);
    }

    private static Stream<Integer> slices(World world, int after) {
        return world.queue.sent().stream()
                .skip(after)
                .map(message -> message.message())
                .filter(Deliver.class::isInstance)
                .map(message -> ((Deliver) message).slice().number());
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

    /** P22: it writes what is true no more, and its time is out, after another plan and the change's have ended. */
    @Test
    void whatAnOvertakenInlineDeliveryLeftIsWrittenAgain() {
        World world = World.of(2, "a", "b");
        world.before("FeedStore.putHome", 1, () -> {
            JobId change = world.change(World.only("c"));
            world.receive(world.plan());
            world.receive(World.plan(change));
            world.fakes.throttleAfter(1);
        });
        world.next();
        assertThat(world.reached()).containsExactly("a");
        assertThat(world.workInParts(20)).isPositive();
        assertThat(world.reached()).isEmpty();
    }
}
