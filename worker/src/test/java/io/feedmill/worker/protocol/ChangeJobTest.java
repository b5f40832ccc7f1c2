package io.feedmill.worker.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.publish.Change;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.testkit.steps.Run;
import java.time.Duration;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits and retractions of a post during or after its fan-out, and jobs that later changes supersede. Cases E and R of the model. */
class ChangeJobTest {
    private static final String[] THREE = {"a", "b", "c"};

    private static World delivered(int sliceSize) {
        World world = World.of(sliceSize, THREE);
        world.work();
        return world;
    }

    private static Plan plan(JobId job) {
        return Plan.of(job, World.AUTHOR);
    }

    private static Audience users(String... ids) {
        return new Audience.Users(new TreeSet<>(Users.users(ids)));
    }

    private static void finish(World world) {
        world.finish();
        Exact.assertReached(world, THREE);
    }

    private static Job retract(World world) {
        JobId job = world.change(new Change.Retract(false));
        world.handle(plan(job));
        world.finish();
        return world.job(job);
    }

    private static boolean writes(Run run) {
        return run.steps().stream()
                .anyMatch(step -> step.startsWith("FeedStore.putHome") || step.startsWith("FeedStore.deleteHome"));
    }

    /** Inline, and in slices. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void homeFeedsSayTheNewTextAndNothingIsCounted(int sliceSize) {
        World world = delivered(sliceSize);
        JobId edit = world.edit("second version");
        world.handle(plan(edit));
        finish(world);
        for (String user : THREE) {
            assertThat(world.rows(user, world.post).getFirst().text()).isEqualTo("second version");
        }
        assertThat(world.job(edit).counts()).isEqualTo(new Job.Counts(3, 3, 0));
        Exact.assertClosed(world, 3, 0);
    }

    @Test
    void aPlanLeavesItsRecipientsToALaterChange() {
        World world = delivered(5);
        JobId first = world.edit("second version");
        JobId second = world.change(users("a"));
        Run run = world.handle(plan(first));
        assertThat(writes(run)).isFalse();
        assertThat(world.job(first).state()).isEqualTo(JobState.COMPLETE);
        assertThat(world.job(first).counts()).isEqualTo(Job.Counts.ZERO);
        assertThat(world.job(first).supersededBy()).isEqualTo(second);
        world.handle(plan(second));
        finish(world);
        assertThat(world.reached()).containsExactly("a");
        Exact.assertClosed(world, 3, 0);
    }

    @Test
    void thePlanOfTheLastChangeIsNotSuperseded() {
        World world = delivered(5);
        world.edit("second version");
        JobId last = world.edit("third version");
        world.handle(plan(last));
        assertThat(world.job(last).supersededBy()).isNull();
        assertThat(world.job(last).counts()).isEqualTo(new Job.Counts(3, 3, 0));
        finish(world);
    }

    /** E18: what an earlier handler wrote is mended by this message alone. */
    @Test
    void aRedeliveredPlanIsNotSuperseded() {
        World world = delivered(5);
        JobId first = world.edit("second version");
        world.edit("third version");
        Run run = world.redeliver(plan(first));
        assertThat(writes(run)).isTrue();
        assertThat(world.job(first).supersededBy()).isNull();
        assertThat(world.version("a")).isEqualTo(3);
        finish(world);
    }

    @Test
    void aLaterAttemptOfAPlanIsNotSuperseded() {
        World world = delivered(5);
        JobId first = world.edit("second version");
        world.edit("third version");
        world.handle(plan(first).next());
        assertThat(world.job(first).supersededBy()).isNull();
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
        World world = delivered(1);
        JobId first = world.edit("second version");
        world.handle(plan(first));
        JobId second = world.change(users("b"));
        world.handle(plan(first));
        assertThat(world.job(first).supersededBy()).isNull();
        world.handle(plan(second));
        finish(world);
        assertThat(world.job(first).counts().expected()).isEqualTo(3);
    }

    @Test
    void theRelayFinishesWhatWasNeverSent() {
        World world = delivered(2);
        JobId first = world.edit("second version");
        JobId second = world.edit("third version");
        finish(world);
        assertThat(world.job(first).state()).isEqualTo(JobState.COMPLETE);
        assertThat(world.job(second).counts()).isEqualTo(new Job.Counts(3, 3, 0));
        assertThat(world.version("c")).isEqualTo(3);
    }

    private static void each(Supplier<World> setUp) {
        CrashPoint.each(point -> {
            World world = setUp.get();
            Run run = world.next(point);
            finish(world);
            assertThat(world.openJobs()).isEmpty();
            assertThat(world.dead).isEmpty();
            return run;
        });
    }

    private static World changed(int sliceSize, Change... changes) {
        World world = delivered(sliceSize);
        for (Change change : changes) {
            world.queue.send(plan(world.change(change)));
        }
        return world;
    }

    @Test
    void homeFeedsFollowChangesAfterACrashAtAnyStep() {
        Change edit = new Change.Edit(Content.of("second version"), Duration.ZERO);
        Change narrow = new Change.Permissions(users("b"), Duration.ZERO, false);
        for (int sliceSize : List.of(1, 5)) {
            each(() -> changed(sliceSize, edit));
            each(() -> changed(sliceSize, edit, narrow));
            each(() -> changed(sliceSize, narrow, edit, new Change.Retract(false)));
            each(() -> changed(sliceSize, new Change.Retract(false)));
        }
    }

    /** The second change completes between two writes of the first one. */
    @ParameterizedTest
    @ValueSource(strings = {"FeedStore.putHome", "FeedStore.truth", "JobStore.closeInlineDelivery"})
    void theLastOfTwoChangesHolds(String call) {
        World world = delivered(5);
        world.queue.send(plan(world.edit("second version")));
        Hook hook = world.steps.before(call, 1, () -> world.handle(plan(world.edit("third version"))));
        finish(world);
        assertThat(hook.fired()).isTrue();
        assertThat(world.version("b")).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aRetractionClearsHomeFeedsAndTellsHowMany(int sliceSize) {
        World world = delivered(sliceSize);
        Job job = retract(world);
        assertThat(world.reached()).isEmpty();
        assertThat(job.counts()).isEqualTo(new Job.Counts(3, 0, 3));
        assertThat(world.fakes.posts().versions(world.post, null, 10).items()).isEmpty();
        assertThat(world.openJobs()).isEmpty();
    }

    /** A crash between the two leaves the job open, and the next handler erases again. */
    @Test
    void textsAreErasedBeforeTheJobIsClosed() {
        World world = delivered(5);
        JobId retraction = world.change(new Change.Retract(false));
        world.steps.before(
                "JobStore.closeInlineDelivery",
                1,
                () -> assertThat(world.fakes.posts().version(world.post, 1)).isEmpty());
        world.steps.before(
                "PostStore.erase",
                1,
                () -> assertThat(world.job(retraction).state()).isEqualTo(JobState.ACCEPTED));
        world.handle(plan(retraction));
        assertThat(world.job(retraction).state()).isEqualTo(JobState.COMPLETE);
    }

    @Test
    void aRetractedPostDoesNotComeBackByALateSlice() {
        World world = World.of(1, THREE);
        world.next();
        List<QueueMessage> late = world.queue.sent().stream()
                .map(sent -> sent.message())
                .filter(Deliver.class::isInstance)
                .toList();
        assertThat(late).hasSize(3);
        world.work();
        retract(world);
        late.forEach(world::redeliver);
        assertThat(world.reached()).isEmpty();
    }

    /** H6: the narrowing's own job ends nothing while the edit's is open. */
    @Test
    void theRecallEndsWithTheJobOfTheLastChange() {
        World world = delivered(5);
        JobId narrowing = world.change(users("b"));
        JobId edit = world.edit("second version");
        world.redeliver(plan(narrowing));
        assertThat(world.job(narrowing).state()).isEqualTo(JobState.COMPLETE);
        world.clock.advance(Duration.ofHours(1));
        assertThat(world.fakes.recalls().open()).hasSize(1);
        world.handle(plan(edit));
        assertThat(world.fakes.recalls().all(1_000).rows())
                .singleElement()
                .matches(recall -> !recall.isOver(world.clock.instant()));
        world.clock.advance(Duration.ofHours(1));
        assertThat(world.fakes.recalls().all(1_000).rows())
                .singleElement()
                .matches(recall -> recall.isOver(world.clock.instant()));
    }

    @Test
    void aFollowerWhoComesAfterTheEditHasItToo() {
        World world = delivered(5);
        JobId edit = world.edit("second version");
        world.follow("late");
        world.handle(plan(edit));
        assertThat(world.version("late")).isEqualTo(2);
        assertThat(world.job(edit).counts().delivered()).isEqualTo(4);
    }
}
