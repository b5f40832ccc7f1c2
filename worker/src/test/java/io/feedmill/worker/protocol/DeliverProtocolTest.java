package io.feedmill.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.testkit.steps.Run;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Delivering and closing, trace by trace of the protocol's model; the identifiers are the model's. */
class DeliverProtocolTest {
    private final World world = planned("a", "b", "c");

    /** Two slices, the first of two recipients, wait to be delivered. */
    private static World planned(String... followers) {
        World world = World.of(2, followers);
        world.next();
        return world;
    }

    private QueueMessage slice() {
        return world.queue.waiting().getFirst().message();
    }

    private void always(Hook hook) {
        assertThat(hook.fired()).isTrue();
    }

    /** B-cond. */
    @Test
    void aSliceThatIsDeliveredTwiceIsCountedOnce() {
        QueueMessage slice = slice();
        world.next();
        world.redeliver(slice);
        assertThat(world.job().counts().delivered()).isEqualTo(2);
        world.work();
        Exact.assertClosed(world, 3, 0);
    }

    /** A5: the second delivery has one recipient less. */
    @Test
    void onlyTheFirstDeliveryOfASliceCounts() {
        QueueMessage slice = slice();
        world.next();
        world.unfollow("a");
        world.redeliver(slice);
        world.work();
        Exact.assertClosed(world, 3, 0);
        assertThat(world.reached()).containsExactly("b", "c");
    }

    /** A7: the handler removes the last slice and dies; the message is redelivered. */
    @Test
    void aDrainedJobIsClosedByTheRedeliveredSlice() {
        world.next();
        dieBeforeClosing();
        assertThat(world.job().drained()).isTrue();
        world.work();
        Exact.assertClosed(world, 3, 0);
    }

    private void dieBeforeClosing() {
        World dry = planned("a", "b", "c");
        dry.next();
        Run run = dry.next();
        world.next(CrashPoint.before(World.step(run, "JobStore.close", 1)));
    }

    /** A6, A7: the handler dies, and its message is lost. */
    @Test
    void aDrainedJobIsClosedByTheSweepAlone() {
        world.next();
        dieBeforeClosing();
        world.queue.lose();
        world.sweep();
        Exact.assertClosed(world, 3, 0);
        assertThat(world.queue.waiting()).isEmpty();
    }

    @Test
    void theLastOfTwoSlicesClosesWhicheverItIs() {
        QueueMessage first = slice();
        world.queue.take();
        world.next();
        world.handle(first);
        Exact.assertClosed(world, 3, 0);
    }

    @Test
    void aLeaverBeforeTheDeliveryIsSkipped() {
        world.unfollow("a");
        world.work();
        Exact.assertClosed(world, 2, 1);
        assertThat(world.reached()).containsExactly("b", "c");
    }

    @Test
    void aLeaverDuringTheSliceDoesNotKeepTheRow() {
        always(after("FeedStore.putHome", 2, () -> world.unfollow("a")));
        Exact.assertClosed(world, 2, 1);
        assertThat(world.reached()).containsExactly("b", "c");
    }

    /** D10: the user follows again before the handler reads the follow. */
    @Test
    void aFollowerWhoReturnsBeforeTheDeleteKeepsTheRow() {
        world.unfollow("a");
        always(after("FollowStore.follows", 1, () -> world.follow("a")));
        Exact.assertReached(world, "a", "b", "c");
    }

    /** D8: the user follows again between the handler's read and its delete. */
    @Test
    void aFollowerWhoReturnsDuringTheDeleteGetsTheRowAgain() {
        world.unfollow("a");
        always(after("FeedStore.deleteHome", 1, () -> world.follow("a")));
        Exact.assertReached(world, "a", "b", "c");
    }

    /** Runs the action just before the n-th such call of the remaining work. */
    private Hook after(String call, int nth, Runnable action) {
        Hook hook = world.steps.before(call, nth, action);
        world.work();
        return hook;
    }

    /** E2: the source of truth changes after its read. */
    @Test
    void aPostThatChangesWhileItIsWrittenIsWrittenAgain() {
        always(after("FeedStore.putHome", 1, () -> world.revise(2)));
        assertThat(world.version("a")).isEqualTo(2);
        Exact.assertReached(world, "a", "b", "c");
        Exact.assertClosed(world, 3, 0);
    }

    @Test
    void aPostThatChangesWhileALeaverReturnsIsPutBackAsItIs() {
        world.unfollow("a");
        always(after("FeedStore.deleteHome", 1, () -> {
            world.follow("a");
            world.revise(2);
        }));
        assertThat(world.version("a")).isEqualTo(2);
    }

    /** E8. */
    @Test
    void aFinishedSliceIsWrittenAgain() {
        QueueMessage slice = slice();
        world.work();
        world.revise(2);
        world.handle(slice);
        assertThat(world.version("a")).isEqualTo(2);
        Exact.assertClosed(world, 3, 0);
    }

    /** R3. */
    @Test
    void aRetractedPostReachesNoOne() {
        world.retract();
        world.work();
        Exact.assertClosed(world, 0, 3);
        assertThat(world.reached()).isEmpty();
    }

    @Test
    void aPostThatIsRetractedWhileItIsWrittenIsDeletedAgain() {
        always(after("FeedStore.putHome", 2, world::retract));
        Exact.assertClosed(world, 0, 3);
        assertThat(world.reached()).isEmpty();
    }

    @Test
    void aPostThatIsRetractedWhileALeaverReturnsIsNotPutBack() {
        world.unfollow("a");
        always(after("FeedStore.deleteHome", 1, () -> {
            world.follow("a");
            world.retract();
        }));
        assertThat(world.rows("a", world.post)).isEmpty();
    }

    @Test
    void aFinishedSliceOfARetractedPostIsDeleted() {
        QueueMessage slice = slice();
        world.work();
        world.retract();
        world.handle(slice);
        assertThat(world.reached()).containsExactly("c");
        Exact.assertClosed(world, 3, 0);
    }

    private static boolean writes(Run run) {
        return run.steps().stream()
                .anyMatch(step -> step.startsWith("FeedStore.putHome") || step.startsWith("FeedStore.deleteHome"));
    }

    /** The relay has sent it again, for instance. */
    @Test
    void aDoneSliceOfAnUnchangedPostWritesNothing() {
        QueueMessage slice = slice();
        world.next();
        assertThat(writes(world.handle(slice))).isFalse();
        assertThat(world.parts.count("feedmill.slices.repeated")).isEqualTo(1);
        assertThat(writes(world.next())).as("the other slice is pending").isTrue();
        Exact.assertClosed(world, 3, 0);
    }

    /** D9, Q3, Q9: an earlier handler may have died, or requeued, between a delete and the put that mends it. */
    @Test
    void aDoneSliceThatIsReceivedAgainIsDeliveredAgain() {
        QueueMessage slice = slice();
        world.work();
        assertThat(writes(world.redeliver(slice))).isTrue();
        assertThat(writes(world.handle(slice.next()))).isTrue();
    }

    /** D9: the slice is finished by another message, and the leaver returns, before the first handler deletes the row and dies. */
    @Test
    void aHandlerThatDiesAfterItsDeleteLeavesNoRowMissing() {
        World dry = planned("a", "b", "c");
        dry.unfollow("a");
        int delete = World.step(dry.next(), "FeedStore.deleteHome", 1);
        QueueMessage resent = slice();
        world.unfollow("a");
        world.steps.before("FeedStore.deleteHome", 1, () -> {
            world.follow("a");
            world.handle(resent);
        });
        world.next(CrashPoint.after(delete));
        assertThat(world.reached()).doesNotContain("a");
        world.work();
        assertThat(world.reached()).contains("a");
    }

    private long puts(Deliver slice, Duration age) {
        Instant sentAt = world.clock.instant().minus(age);
        return world.steps.run(CrashPoint.NONE, () -> world.receive(slice, sentAt)).steps().stream()
                .filter(step -> step.startsWith("FeedStore.putHome"))
                .count();
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

    /** L17: their unfollows do. A late delete could hit a new follow. */
    @Test
    void anOldSliceDeletesNothingOfThoseWhoLeft() {
        Deliver slice = (Deliver) slice();
        world.work();
        world.unfollow("a");
        world.receive(slice.next(), world.clock.instant().minusSeconds(90));
        assertThat(world.reached()).containsExactly("a", "b", "c");
    }
}
