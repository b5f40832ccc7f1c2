package io.feedmill.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.testkit.steps.Run;
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
        world.handle(slice);
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
        world.handle(slice);
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
        assertThat(world.revision("a")).isEqualTo(2);
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
        assertThat(world.revision("a")).isEqualTo(2);
    }

    /** E8. */
    @Test
    void aFinishedSliceIsWrittenAgain() {
        QueueMessage slice = slice();
        world.work();
        world.revise(2);
        world.handle(slice);
        assertThat(world.revision("a")).isEqualTo(2);
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
}
