package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.publish.Change;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Edits, retractions and permission changes of a post during or after its fan-out. Cases E, P and R of the model. */
class ChangeJobTest {
    private static final String[] THREE = {"a", "b", "c"};
    private static final Audience EVERYONE = Audience.everyone();
    private static final Audience FOLLOWERS = new Audience.Followers();
    private static final Audience B = World.only("b", "stranger");

    private static void finish(World world) {
        world.finish();
        Exact.assertReached(world, THREE);
    }

    private static Job retract(World world) {
        JobId job = world.change(new Change.Retract(false));
        world.handle(World.plan(job));
        world.finish();
        return world.job(job);
    }

    /** Inline, and in slices. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void homeFeedsSayTheNewTextAndNothingIsCounted(int sliceSize) {
        World world = World.delivered(sliceSize, THREE);
        JobId edit = world.edit("second version");
        world.handle(World.plan(edit));
        finish(world);
        for (String user : THREE) {
            assertThat(world.rows(user, world.post).getFirst().text()).isEqualTo("second version");
        }
        assertThat(world.job(edit).counts()).isEqualTo(new Job.Counts(3, 3, 0));
        Exact.assertClosed(world, 3, 0);
    }

    @Test
    void theRelayFinishesWhatWasNeverSent() {
        World world = World.delivered(2, THREE);
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
            if (world.fakes.posts().find(world.post).isPresent()) {
                Exact.assertClosed(world, 3, 0);
            }
            return run;
        });
    }

    private static Change edit(String text) {
        return new Change.Edit(Content.of(text), Duration.ZERO);
    }

    private static Change permit(Audience audience) {
        return new Change.Permissions(audience, Duration.ZERO, false);
    }

    private static World changed(int sliceSize, Change... changes) {
        World world = World.delivered(sliceSize, THREE);
        for (Change change : changes) {
            world.queue.send(World.plan(world.change(change)));
        }
        return world;
    }

    @Test
    void homeFeedsFollowChangesAfterACrashAtAnyStep() {
        Change edit = edit("second version");
        Change narrow = permit(B);
        for (int sliceSize : List.of(1, 5)) {
            each(() -> changed(sliceSize, edit));
            each(() -> changed(sliceSize, narrow));
            each(() -> changed(sliceSize, edit, narrow));
            each(() -> changed(sliceSize, narrow, edit, new Change.Retract(false)));
            each(() -> changed(sliceSize, new Change.Retract(false)));
        }
        each(() -> {
            World planned = changed(1, narrow);
            planned.next();
            return planned;
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void aRetractionClearsHomeFeedsAndTellsHowMany(int sliceSize) {
        World world = World.delivered(sliceSize, THREE);
        Job job = retract(world);
        assertThat(world.reached()).isEmpty();
        assertThat(job.counts()).isEqualTo(new Job.Counts(3, 0, 3));
        assertThat(job.skippedBy()).isEqualTo(Skipped.gone(3));
        assertThat(world.fakes.posts().versions(world.post, null, 10).items()).isEmpty();
        assertThat(world.openJobs()).isEmpty();
    }

    /** A crash between the two leaves the job open, and the next handler erases again. */
    @Test
    void textsAreErasedBeforeTheJobIsClosed() {
        World world = World.delivered(5, THREE);
        JobId retraction = world.change(new Change.Retract(false));
        world.steps.before(
                "JobStore.closeInlineDelivery",
                1,
                () -> assertThat(world.fakes.posts().version(world.post, 1)).isEmpty());
        world.steps.before(
                "PostStore.erase",
                1,
                () -> assertThat(world.job(retraction).state()).isEqualTo(JobState.ACCEPTED));
        world.handle(World.plan(retraction));
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
        World world = World.delivered(5, THREE);
        JobId narrowing = world.change(World.only("b"));
        JobId edit = world.edit("second version");
        world.redeliver(World.plan(narrowing));
        assertThat(world.job(narrowing).state()).isEqualTo(JobState.COMPLETE);
        world.clock.advance(Duration.ofHours(1));
        assertThat(world.fakes.recalls().open()).hasSize(1);
        world.handle(World.plan(edit));
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
        World world = World.delivered(5, THREE);
        JobId edit = world.edit("second version");
        world.follow("late");
        world.handle(World.plan(edit));
        assertThat(world.version("late")).isEqualTo(2);
        assertThat(world.job(edit).counts().delivered()).isEqualTo(4);
    }

    private static void assertComplete(World world, JobId change, long delivered, long skipped) {
        Job job = world.job(change);
        assertThat(job.state()).isEqualTo(JobState.COMPLETE);
        assertThat(job.counts()).isEqualTo(new Job.Counts(delivered + skipped, delivered, skipped));
    }

    /** Inline, and in slices. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5})
    void homeFeedsFollowEachChangeAndNothingIsCounted(int sliceSize) {
        World world = World.delivered(sliceSize, THREE);
        for (Audience audience : List.of(B, World.only(), FOLLOWERS, B, EVERYONE, World.only("a"))) {
            JobId change = world.permit(audience);
            finish(world);
            int admitted = world.reached().size();
            assertComplete(world, change, admitted, 3 - admitted);
            Exact.assertClosed(world, 3, 0);
        }
        assertThat(world.reached()).containsExactly("a");
        assertThat(world.parts.count("feedmill.deliveries")).isEqualTo(3);
        assertThat(world.parts.count("feedmill.jobs.completed")).isEqualTo(7);
    }

    @Test
    void theRelaySendsThePlanThatWasNeverSent() {
        World world = World.delivered(2, THREE);
        JobId change = world.change(B);
        world.work();
        assertThat(world.reached()).containsExactly(THREE);
        assertThat(world.openJobs()).containsExactly(change);
        finish(world);
        assertThat(world.reached()).containsExactly("b");
    }

    /** The second change completes between two writes of the first one. */
    @ParameterizedTest
    @CsvSource({"FeedStore.putHome, 1", "FeedStore.putHome, 3", "FeedStore.truth, 1", "JobStore.closeInlineDelivery, 1"
    })
    void theLastOfTwoChangesHolds(String call, int nth) {
        for (List<Change> two : List.of(
                List.of(edit("second version"), edit("third version")),
                List.of(permit(B), permit(EVERYONE)),
                List.of(permit(B), permit(FOLLOWERS)),
                List.of(permit(B), permit(World.only("a", "c"))),
                List.of(permit(B), permit(World.only())))) {
            World world = changed(5, two.getFirst());
            world.before(call, nth, () -> world.handle(World.plan(world.change(two.getLast()))));
            finish(world);
            Exact.assertClosed(world, 3, 0);
        }
    }

    /** The permissions change and change back between a write and the second read of the post's own job. */
    @Test
    void aChangeCompletedBeforeTheFirstFanOutHolds() {
        for (List<Audience> changes : List.of(List.of(B), List.of(B, EVERYONE), List.of(FOLLOWERS, World.only("c")))) {
            World world = World.of(5, THREE);
            world.before(
                    "FeedStore.putHome",
                    3,
                    () -> changes.forEach(audience -> {
                        JobId change = world.change(audience);
                        world.handle(World.plan(change));
                    }));
            finish(world);
            Exact.assertClosed(world);
        }
    }

    /** A change deletes the rows of the attempt before the next one, and then the permissions change back: the change's job brings them. */
    @Test
    void whoIsSettledHasWhatTheLastChangePermits() {
        World world = World.of(2, THREE);
        world.next();
        world.fakes.throttleAfter(1);
        world.next();
        assertThat(world.reached()).containsExactly("a");
        QueueMessage rest = world.lastSent().message();
        world.recover();
        world.queue.lose();
        world.permit(B);
        world.work();
        assertThat(world.reached()).containsExactly("b");
        world.change(EVERYONE);
        world.handle(rest);
        assertThat(world.reached()).containsExactly("b");
        finish(world);
        Exact.assertDelivered(world, 0, "a", "b", "c");
    }

    /** E15 of the model: the handler writes late, after another handler has closed the job, and dies before its second read. */
    @Test
    void aLateHandlerOfACompleteChangeLeavesNothingStale() {
        World world = World.delivered(5, THREE);
        JobId first = world.permit(B);
        world.steps.before("FeedStore.putHome", 1, () -> {
            world.handle(World.plan(first));
            JobId second = world.change(World.only("c"));
            world.handle(World.plan(second));
        });
        world.next(CrashPoint.after(World.step(changed(5, permit(B)).next(), "FeedStore.putHome", 1)));
        finish(world);
        assertThat(world.reached()).containsExactly("c");
    }

    @Test
    void aRedeliveredPlanWritesNothingWithoutAChange() {
        World world = World.delivered(5, THREE);
        JobId change = world.permit(B);
        world.work();
        Run again = world.redeliver(World.plan(change));
        assertThat(World.writes(again)).isFalse();
    }

    @Test
    void narrowingContinuesAfterAThrottle() {
        World world = World.delivered(5, THREE);
        world.permit(B);
        for (int rounds = 0; rounds < 3; rounds++) {
            world.fakes.throttleAfter(1);
            world.sweep();
            world.work();
        }
        assertThat(world.reached()).containsExactly("b");
        world.recover();
        finish(world);
    }

    @Test
    void aLeaverMeanwhileDoesNotKeepTheRow() {
        World world = World.delivered(5, THREE);
        world.permit(World.only("a", "b"));
        world.before("FeedStore.putHome", 2, () -> world.unfollow("a"));
        world.finish();
        assertThat(world.reached()).containsExactly("b");
    }

    @Test
    void aRetractedPostReachesNoOneAfterAnyChange() {
        World world = World.delivered(5, THREE);
        world.permit(B);
        world.retract();
        world.finish();
        assertThat(world.reached()).isEmpty();
    }
}
