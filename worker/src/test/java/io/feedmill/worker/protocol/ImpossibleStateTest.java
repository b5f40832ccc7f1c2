package io.feedmill.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Slice;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.Deliver;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.testkit.FakeQueue.Sent;
import io.feedmill.testkit.steps.Run;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An impossible message is dead-lettered before anything is written for it. */
class ImpossibleStateTest {
    private final World world = World.of(2, "a", "b", "c", "d");

    private Deliver slice(int number, String author) {
        return new Deliver(world.post, author, new Slice(number, "a", "b", 2), List.of("a", "b"), 0, null);
    }

    private void assertDeadLettered(QueueMessage message, String sentence) {
        int sent = world.queue.sent().size();
        Run run = world.handle(message);
        assertThat(world.dead).singleElement().asString().endsWith(" impossible-state: " + sentence);
        assertThat(run.steps()).noneMatch(step -> step.contains("Home") || step.startsWith("JobStore.finish"));
        assertThat(world.queue.sent()).hasSize(sent);
    }

    @Test
    void aPlanOfAnotherAuthor() {
        assertDeadLettered(Plan.of(world.post, "bea"), "job " + world.post + " is another author's");
    }

    /** Their rows would be deleted: the other author never wrote this post. */
    @Test
    void aSliceOfAnotherAuthor() {
        world.work();
        assertDeadLettered(slice(1, "bea"), "job " + world.post + " is another author's");
        assertThat(world.reached()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void aSliceThatWasNeverPlanned() {
        world.work();
        assertDeadLettered(slice(3, World.AUTHOR), "job " + world.post + " has no slice 3 planned");
    }

    @Test
    void anAbsentPlannedSlice() {
        world.next();
        world.fakes.removeSlice(world.post, 1);
        world.queue.lose();
        assertDeadLettered(world.plan(), "job " + world.post + " has no slice 1");
    }

    /** A message that comes a second time finds its slice done: that is no contradiction. */
    @Test
    void aSliceThatIsDoneIsNoContradiction() {
        world.next();
        Deliver slice = (Deliver) world.queue.take().orElseThrow();
        world.handle(slice);
        world.finish();
        world.handle(slice);
        assertThat(world.dead).isEmpty();
        assertThat(world.queue.waiting()).extracting(Sent::message).isEmpty();
        Exact.assertClosed(world, 4, 0);
    }
}
