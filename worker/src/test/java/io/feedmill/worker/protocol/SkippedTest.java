package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.Active;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Audience;
import io.feedmill.common.publish.Change;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.FakeQueue.Sent;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.time.Duration;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Why recipients are skipped. {@link CheckedJobs} asserts after each step of each test that the reasons add up. */
class SkippedTest {
    private static World of(int sliceSize) {
        return World.of(sliceSize, "a", "b", "c", "d");
    }

    private static void block(World world, String name) {
        world.fakes.readers().block(user(name), World.AUTHOR);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void eachReasonIsCounted(int sliceSize) {
        World world = of(sliceSize);
        world.permit(new Audience.Users(new TreeSet<>(users("a", "b", "d"))));
        world.steps.before("FeedStore.putHome", 1, () -> {
            block(world, "a");
            world.unfollow("b");
        });
        world.work();
        Exact.assertClosed(world, 1, 3);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 1, 0, 1, 0));
    }

    @Test
    void aLeaverWhoMayNotReadIsALeaver() {
        World world = of(5);
        world.permit(new Audience.Users(new TreeSet<>(users("b", "c", "d"))));
        world.steps.before("FeedStore.putHome", 1, () -> world.unfollow("a"));
        world.work();
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 0, 0, 0, 0));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void ofARetractionAllAreGone(int sliceSize) {
        World world = of(sliceSize);
        world.work();
        JobId job = world.change(new Change.Retract(false));
        world.queue.send(Plan.of(job, World.AUTHOR));
        world.work();
        assertThat(world.job(job).skippedBy()).isEqualTo(Skipped.gone(4));
    }

    /** Everyone counts as seen when the time is first set: 'a' was seen again, and 'd' stopped following. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void whoWasAwayForLongIsPassedOver(int sliceSize) {
        World world = of(sliceSize);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.work();
        world.clock.advance(Duration.ofDays(8));
        world.fakes.readers().seen(user("a"), null, Active.at(Ticks.ofInstant(world.clock.instant())));
        PostId second = world.publish();
        world.steps.before("FeedStore.putHome", 1, () -> world.unfollow("d"));
        world.work();
        assertThat(world.home("a")).contains(second);
        assertThat(world.home("b")).isNotEmpty().doesNotContain(second);
        assertThat(world.job(JobId.of(second)).skippedBy()).isEqualTo(new Skipped(1, 0, 0, 0, 2));
    }

    /** The post is as old as its publication, and the reader had it: the change goes to the same ones. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void aChangeGoesToWhoeverMayHaveThePost(int sliceSize) {
        World world = of(sliceSize);
        world.fakes.dormancy().set(Duration.ofDays(7));
        world.work();
        world.clock.advance(Duration.ofDays(8));
        JobId job = world.change(new Change.Retract(false));
        world.queue.send(Plan.of(job, World.AUTHOR));
        world.work();
        assertThat(world.home("b")).isEmpty();
        assertThat(world.job(job).skippedBy()).isEqualTo(Skipped.gone(4));
    }

    /** An old slice removes the leavers before it writes. */
    @Test
    void theLeaversOfAnOldSliceHaveTheirReasons() {
        World world = of(5);
        world.fakes.throttleAfter(1);
        world.next();
        QueueMessage slice = world.queue.sent().stream()
                .map(Sent::message)
                .filter(Deliver.class::isInstance)
                .findFirst()
                .orElseThrow();
        block(world, "b");
        world.unfollow("c");
        world.fakes.throttleAfter(1_000);
        world.clock.advance(Duration.ofMinutes(5));
        world.receive(slice, world.clock.instant().minusSeconds(300));
        world.finish();
        Exact.assertClosed(world, 2, 2);
        assertThat(world.job().skippedBy()).isEqualTo(new Skipped(1, 0, 0, 1, 0));
    }

    /** A range that is read again has fewer followers than were planned: nobody can name the others any more. */
    @Test
    void whoIsMissingInARangeStoppedFollowing() {
        World world = of(2);
        world.next();
        assertThat(world.queue.take()).isPresent();
        assertThat(world.queue.take()).isPresent();
        block(world, "a");
        world.finish();
        Exact.assertClosed(world, 3, 1);
        assertThat(world.job().skippedBy()).isEqualTo(Skipped.notFollowing(1));
    }

    @Test
    void aSupersededJobSkipsNobody() {
        World world = of(5);
        world.work();
        JobId first = world.edit("second");
        JobId second = world.edit("third");
        world.queue.send(Plan.of(first, World.AUTHOR));
        world.queue.send(Plan.of(second, World.AUTHOR));
        world.work();
        assertThat(world.job(first).supersededBy()).isEqualTo(second);
        assertThat(world.job(first).counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(world.job(first).skippedBy()).isEqualTo(Skipped.NONE);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5})
    void aHandlerThatDiesAnywhereCountsOnce(int sliceSize) {
        CrashPoint.each(point -> {
            World world = of(sliceSize);
            world.permit(new Audience.Users(new TreeSet<>(users("a", "b", "d"))));
            world.steps.before("FeedStore.truth", 1, () -> block(world, "a"));
            Run run = world.next(point);
            world.finish();
            assertThat(world.job().counts().skipped())
                    .isEqualTo(world.job().skippedBy().total());
            assertThat(world.job().skippedBy().notPermitted()).isEqualTo(1);
            return run;
        });
    }

    /** The normal path reads no blocks. */
    @Test
    void blocksAreReadForLeaversOnly() {
        World world = of(5);
        assertThat(world.next().steps()).noneMatch(step -> step.startsWith("ReaderStore"));
    }
}
