package io.feedmill.worker.story;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.testkit.steps.Run;
import org.junit.jupiter.api.Test;

/** An impossible message is dead-lettered before anything is written for it. */
class ImpossibleStateTest {
    private final World world = World.of(2, "a", "b", "c", "d");

    private Deliver slice(int number, String author) {
        return new Deliver(
                JobId.of(world.post),
                user(author),
                new Slice(number, user("a"), user("b"), 2),
                Remaining.of(users("a", "b")),
                SendHistory.FIRST);
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
        assertDeadLettered(Plan.of(JobId.of(world.post), user("bea")), "Job " + world.post + " has another author");
    }

    /** Their rows would be deleted: the other author never wrote this post. */
    @Test
    void aSliceOfAnotherAuthor() {
        world.work();
        assertDeadLettered(slice(1, "bea"), "Job " + world.post + " has another author");
        assertThat(world.reached()).containsExactly("a", "b", "c", "d");
    }

    @Test
    void aSliceThatWasNeverPlanned() {
        world.work();
        assertDeadLettered(slice(3, World.AUTHOR.value()), "job " + world.post + " has no slice 3 planned");
    }

    @Test
    void anAbsentPlannedSlice() {
        world.next();
        world.fakes.removeSlice(JobId.of(world.post), 1);
        world.queue.lose();
        assertDeadLettered(world.plan(), "job " + world.post + " has no slice 1");
    }
}
