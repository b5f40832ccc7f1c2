package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.OnRefusal;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Delivering and closing, trace by trace of the protocol's model, and slices that a throttled table stops; the identifiers are the model's. */
class SliceHandlerTest {
    private static final String[] EIGHT = {"a", "b", "c", "d", "e", "f", "g", "h"};

    /** Two slices, the first of two recipients, wait to be delivered. */
    private final World world = planned("a", "b", "c");

    /** Its plan waits. */
    private final World eight = World.of(4, EIGHT);

    /** Two slices, the first of two recipients, wait to be delivered. */
    private static World planned(String... followers) {
        World world = World.of(2, followers);
        world.next();
        return world;
    }

    private QueueMessage slice() {
        return world.queue.waiting().getFirst().message();
    }

    /** The relay has sent it again, for instance. */
    @Test
    void aDoneSliceOfAnUnchangedPostWritesNothing() {
        QueueMessage slice = slice();
        world.next();
        assertThat(World.writes(world.handle(slice))).isFalse();
        assertThat(world.parts.count("feedmill.slices.repeated")).isEqualTo(1);
        assertThat(World.writes(world.next())).as("the other slice is pending").isTrue();
        assertThat(world.queue.waiting()).isEmpty();
        Exact.assertClosed(world, 3, 0);
    }

    /** Else each reader of thousands that the table refuses twice would be put off. */
    @Test
    void aLaterAttemptForARangeIsNotForAFew() {
        eight.next();
        Deliver slice = (Deliver) eight.take();
        eight.retract();
        for (Remaining rest : List.of(Remaining.of(List.of()), new Remaining(users("a"), user("b"), 0, Skipped.NONE))) {
            eight.handle(slice.next(rest));
            assertThat(eight.fakes.writes())
                    .last()
                    .extracting(WriteOptions::refusals)
                    .isEqualTo(OnRefusal.PUT_OFF);
        }
        eight.handle(slice.next(Remaining.of(users("a"))));
        assertThat(eight.fakes.writes())
                .last()
                .extracting(WriteOptions::refusals)
                .isEqualTo(OnRefusal.PUT_OFF_ALL);
    }

    /** P11: the ids of the range do not fit into a message, and writing them takes longer than a handler lives. */
    @Test
    void aSliceWhoseRangeHasGrownGoesOnWhereItStopped() {
        String[] all = World.longNames(2_500);
        World world = World.of(2, all[0], all[2_498], all[2_499]);
        world.next();
        world.queue.lose();
        world.fakes
                .follows()
                .importAll(users(all).stream()
                        .map(u -> new Follow(u, World.AUTHOR))
                        .toList());
        world.sweep();
        world.workInParts(300);
        Exact.assertClosed(world, 3, 0);
        assertThat(world.fakes.home(user(all[1_200]))).hasSize(1);
    }

    private long puts(Deliver slice, Duration age) {
        Instant sentAt = world.clock.instant().minus(age);
        Run run = world.steps.run(CrashPoint.NONE, () -> world.receive(slice, sentAt));
        return World.calls(run, "FeedStore.putHome");
    }

    /** The clean-up after an unfollow looks a last time after the longest life of a handler. */
    @Test
    void anOldSliceIsWrittenOnlyToThoseWhoStillFollow() {
        Deliver slice = (Deliver) slice();
        world.unfollow("a");
        assertThat(puts(slice, Duration.ofSeconds(60)))
                .as("of a recent message")
                .isEqualTo(2);
        assertThat(puts((Deliver) slice.next(), Duration.ofSeconds(90)))
                .as("of an old message")
                .isEqualTo(1);
        assertThat(world.reached()).containsExactly("b");
        assertThat(world.job().counts()).isEqualTo(new Counts(3, 1, 1));
    }

    /** P17: what is settled keeps its reason when the rest is requeued. */
    @Test
    void theReasonsOfSettledRecipientsAreKept() {
        World world = World.of(5, "a", "b", "c", "d", "e", "f");
        world.next();
        Deliver slice = (Deliver) world.take();
        world.fakes.readers().block(user("b"), World.AUTHOR);
        world.fakes.throttleAfter(2);
        world.receive(slice, world.clock.instant().minusSeconds(300));
        world.recover();
        world.finish();
        Exact.assertClosed(world, 5, 1);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(0, 0, 0, 1, 0));
    }
}
