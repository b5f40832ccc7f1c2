package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.testkit.steps.Run;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Jobs of one slice, trace by trace of the protocol's model; the identifiers are the model's. */
class InlineDeliveryProtocolTest {

    @Test
    void aJobOfOneSliceHasNoSliceRowAndNoMessage() {
        World world = World.of(2, "a", "b");
        Run run = world.next();
        assertThat(run.steps()).noneMatch(step -> step.startsWith("JobStore.putSlice"));
        assertThat(world.queue.sent()).hasSize(1);
        assertThat(world.job().planned()).isZero();
        Exact.assertClosed(world, 2, 0);
        Exact.assertReached(world, "a", "b");
    }

    /** A8, B7: the handler writes one of its rows and dies; a sweep runs before the redelivery. */
    @Test
    void aJobIsNotTakenForDeliveredBeforeItsRowsAreWritten() {
        World world = World.of(2, "a", "b");
        world.next(CrashPoint.after(World.step(World.of(2, "a", "b").next(), "FeedStore.putHome", 1)));
        world.sweep();
        assertThat(world.openJobs()).containsExactly(JobId.of(world.post));
        world.work();
        Exact.assertClosed(world, 2, 0);
        Exact.assertReached(world, "a", "b");
    }

    @Test
    void isClosedOnceByConcurrentDeliveries() {
        World world = World.of(2, "a", "b");
        Hook hook = world.steps.before("JobStore.closeInlineDelivery", 1, () -> world.handle(world.plan()));
        world.work();
        assertThat(hook.fired()).isTrue();
        Exact.assertClosed(world, 2, 0);
    }

    /** B8: the other plan has made slices and has finished. */
    @Test
    void aPlanOvertakenByOneWithMoreFollowersContinuesAsAPlan() {
        World world = World.of(1, "a");
        Hook hook = world.steps.before("JobStore.closeInlineDelivery", 1, () -> {
            world.follow("b");
            world.handle(world.plan());
        });
        world.work();
        assertThat(hook.fired()).isTrue();
        Exact.assertClosed(world, 2, 0);
        Exact.assertReached(world, "a", "b");
    }

    /** B8: the other plan has put its first slice into the job and crashed; no other worker continues. */
    @Test
    void aPlanOvertakenByOneThatDiesFinishesItsWork() {
        World dry = World.of(1, "a", "b");
        int advanced = World.step(dry.next(), "JobStore.advance", 1);
        World world = World.of(1, "a");
        world.steps.before("JobStore.closeInlineDelivery", 1, () -> {
            world.follow("b");
            world.handle(world.plan(), CrashPoint.after(advanced));
            world.queue.lose();
        });
        world.next();
        world.work();
        Exact.assertClosed(world, 2, 0);
        Exact.assertReached(world, "a", "b");
    }

    /** B10. */
    @Test
    void anAuthorWithoutFollowersIsDone() {
        World world = World.of(2);
        world.work();
        Exact.assertClosed(world, 0, 0);
    }

    @Test
    void aLeaverDuringTheWriteIsSkipped() {
        World world = World.of(2, "a", "b");
        world.steps.before("FeedStore.putHome", 2, () -> world.unfollow("a"));
        world.work();
        Exact.assertClosed(world, 1, 1);
        assertThat(world.reached()).containsExactly("b");
    }

    /** E15, E16: an earlier handler of this plan may have written the post as it was. */
    @Test
    void aRedeliveredPlanOfACompleteJobWritesAPostThatChangedSince() {
        World world = World.of(2, "a", "b");
        world.work();
        world.revise(2);
        world.redeliver(world.plan());
        Exact.assertReached(world, "a", "b");
        Exact.assertClosed(world, 2, 0);
    }

    /** E15 in the model: the first handler writes late and dies before its second read. */
    @Test
    void aHandlerThatIsLateAndDiesLeavesNothingStale() {
        World world = World.of(2, "a", "b");
        world.steps.before("FeedStore.putHome", 1, () -> {
            world.handle(world.plan());
            world.revise(2);
        });
        world.next(CrashPoint.after(World.step(World.of(2, "a", "b").next(), "FeedStore.putHome", 2)));
        assertThat(world.version("a")).isEqualTo(1);
        world.work();
        Exact.assertReached(world, "a", "b");
        Exact.assertClosed(world, 2, 0);
    }

    @Test
    void aRedeliveredPlanOfACompleteJobDeletesAPostThatWasRetractedSince() {
        World world = World.of(2, "a", "b");
        world.work();
        world.retract();
        world.redeliver(world.plan());
        assertThat(world.reached()).isEmpty();
        Exact.assertClosed(world, 2, 0);
    }

    /** The author has more followers now than fit into a slice: it was never delivered inline to more. */
    @Test
    void aRedeliveredPlanOfACompleteJobWritesToASliceOfFollowers() {
        World world = World.of(2, "a", "b");
        world.work();
        world.revise(2);
        world.follow("c");
        world.redeliver(world.plan());
        Exact.assertReached(world, "a", "b");
        assertThat(world.rows("c", world.post)).isEmpty();
    }

    @Test
    void aRedeliveredPlanOfACompleteJobWritesNothingWithoutAChange() {
        World world = World.of(2, "a", "b");
        world.work();
        assertThat(world.redeliver(world.plan()).steps()).noneMatch(step -> step.startsWith("FeedStore.putHome"));
    }

    @Test
    void aRetractedPostReachesNoOne() {
        World world = World.of(2, "a", "b");
        world.retract();
        world.work();
        Exact.assertClosed(world, 0, 2);
        assertThat(world.reached()).isEmpty();
    }

    /** No earlier handler has received the message: none can have written the post as it was. */
    @Test
    void aPlanThatIsReceivedFirstAfterTheJobIsCompleteWritesNothing() {
        World world = World.of(2, "a", "b");
        world.work();
        world.revise(2);
        assertThat(world.handle(world.plan()).steps()).noneMatch(step -> step.startsWith("FeedStore."));
    }

    /** P16, P17: another plan makes slices, and the permissions are narrowed, before the first handler writes and dies. */
    @Test
    void aHandlerThatSlicesOvertookLeavesNothingStale() {
        World world = World.of(1, "a");
        world.steps.before("FeedStore.putHome", 1, () -> {
            world.follow("b");
            world.handle(world.plan());
            world.work();
            world.handle(Plan.of(world.change(new Audience.Users(new TreeSet<>(users("b")))), World.AUTHOR));
            world.work();
            assertThat(world.reached()).containsExactly("b");
        });
        world.next(CrashPoint.after(World.step(World.of(1, "a").next(), "FeedStore.putHome", 1)));
        assertThat(world.reached()).containsExactly("a", "b");
        world.finish();
        assertThat(world.reached()).containsExactly("b");
        Exact.assertClosed(world, 2, 0);
    }

    /** Q7, Q8: the ids of all recipients do not fit into a message. */
    @Test
    void aNarrowingThatRunsOutOfTimeDeletesFromEveryHomeFeed() {
        String[] followers =
                IntStream.range(0, 1_000).mapToObj("%064d"::formatted).toArray(String[]::new);
        World world = World.of(1_000, followers);
        world.finish();
        world.permit(new Audience.Users(new TreeSet<>(users(followers[0]))));
        world.fakes.throttleAfter(500);
        world.next();
        world.fakes.throttleAfter(Integer.MAX_VALUE);
        world.finish();
        assertThat(world.reached()).containsExactly(followers[0]);
    }
}
