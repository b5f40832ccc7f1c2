package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.dynamo.BatchWriter.OnRefusal;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.publish.Change;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.FakeQueue.Sent;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.testkit.steps.Run;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Work that is stopped by a throttled table continues in a new message. */
class RequeueTest {
    private static final String[] EIGHT = {"a", "b", "c", "d", "e", "f", "g", "h"};

    private final World world = World.of(4, EIGHT);

    private Sent lastSent() {
        return world.queue.sent().getLast();
    }

    private Deliver lastSlice() {
        return (Deliver) lastSent().message();
    }

    /** Plans, and stops within the first slice. */
    private void stopAfter(int rows) {
        world.next();
        world.fakes.throttleAfter(rows);
        world.next();
    }

    private void recover() {
        world.fakes.throttleAfter(Integer.MAX_VALUE);
    }

    private static long writes(Run run) {
        return run.steps().stream()
                .filter(step -> step.startsWith("FeedStore.putHome"))
                .count();
    }

    /** Handles the last sent message after its delay. */
    private Run last() {
        world.clock.advance(lastSent().delay());
        return world.handle(lastSent().message());
    }

    @Test
    void theRestOfAThrottledSliceIsRequeued() {
        stopAfter(3);
        assertThat(lastSlice().rest()).isEqualTo(new Remaining(users("d"), null, 3, Skipped.NONE));
        assertThat(lastSlice().attempt()).isEqualTo(1);
        assertThat(world.job().counts().delivered()).isZero();
    }

    @Test
    void theNextAttemptContinuesAfterAThrottle() {
        stopAfter(3);
        recover();
        assertThat(writes(last())).isEqualTo(1);
        assertThat(world.reached()).containsExactly("a", "b", "c", "d");
        world.finish();
        Exact.assertClosed(world, 8, 0);
        Exact.assertReached(world, EIGHT);
    }

    /** The message has no ids, so the range is read. */
    @Test
    void aResentSliceContinuesWithWhoIsLeft() {
        world.next();
        world.queue.lose();
        world.sweep();
        stopAfter(2);
        assertThat(lastSlice().rest()).isEqualTo(new Remaining(users("c", "d"), null, 2, Skipped.NONE));
        world.unfollow("c");
        recover();
        last();
        world.finish();
        Exact.assertReached(world, "a", "b", "d", "e", "f", "g", "h");
        Exact.assertClosed(world, 7, 1);
    }

    @Test
    void whoIsSettledGetsALaterChangeByItsOwnJob() {
        stopAfter(3);
        world.edit("second version");
        recover();
        assertThat(writes(last())).isEqualTo(1);
        assertThat(world.version("a")).isEqualTo(1);
        assertThat(world.version("d")).isEqualTo(2);
        world.finish();
        Exact.assertReached(world, EIGHT);
    }

    /** The time runs out before the later version is written. */
    @Test
    void nobodyIsSettledIfThePostChangesMeanwhile() {
        world.steps.before("FeedStore.putHome", 3, () -> world.edit("second version"));
        stopAfter(3);
        assertThat(lastSlice().rest()).isEqualTo(Remaining.of(users("a", "b", "c", "d")));
        recover();
        assertThat(writes(last())).isEqualTo(4);
        world.finish();
        Exact.assertReached(world, EIGHT);
    }

    @Test
    void theRestOfARetractedPostIsDeleted() {
        stopAfter(3);
        world.change(new Change.Retract(false));
        world.fakes.throttleAfter(0);
        last();
        assertThat(lastSlice().rest()).isEqualTo(new Remaining(users("d"), null, 3, Skipped.NONE));
        recover();
        world.finish();
        assertThat(world.reached()).isEmpty();
        assertThat(world.job().counts()).isEqualTo(new Counts(8, 3, 5));
        assertThat(world.job().skippedBy()).isEqualTo(Skipped.gone(5));
    }

    @Test
    void aLeaverWithoutEnoughTimeIsSettledByTheNextAttempt() {
        world.next();
        world.unfollow("b");
        world.fakes.throttleAfter(4);
        world.next();
        assertThat(lastSlice().rest()).isEqualTo(new Remaining(users("b"), null, 3, Skipped.NONE));
        recover();
        last();
        world.finish();
        Exact.assertClosed(world, 7, 1);
        Exact.assertReached(world, "a", "c", "d", "e", "f", "g", "h");
    }

    /** Q3, Q4: the leaver returns before the delete, and the next call fails. */
    @Test
    void aLeaverWhoReturnsGetsTheRowFromTheNextAttempt() {
        world.next();
        world.unfollow("b");
        world.steps.before("FeedStore.deleteHome", 1, () -> world.follow("b"));
        Hook failed = world.steps.before("FollowStore.follows", 2, () -> {
            throw new StorageException(Kind.THROTTLED, "for now");
        });
        world.next();
        assertThat(failed.fired()).isTrue();
        assertThat(world.reached()).doesNotContain("b");
        world.finish();
        Exact.assertReached(world, EIGHT);
        Exact.assertClosed(world, 8, 0);
    }

    /** Q11, Q12: the second attempt deletes the leaver's row and dies; the leaver returned before. */
    @Test
    void aRedeliveredAttemptIsDoneAgain() {
        stopAfter(3);
        recover();
        world.unfollow("d");
        world.steps.before("FeedStore.deleteHome", 1, () -> world.follow("d"));
        world.clock.advance(lastSent().delay());
        Deliver second = lastSlice();
        world.handle(second, CrashPoint.after(deleteOfASecondAttempt()));
        assertThat(world.reached()).doesNotContain("d");
        world.finish();
        Exact.assertReached(world, EIGHT);
        Exact.assertClosed(world, 8, 0);
    }

    private static int deleteOfASecondAttempt() {
        RequeueTest dry = new RequeueTest();
        dry.stopAfter(3);
        dry.recover();
        dry.world.unfollow("d");
        return World.step(dry.last(), "FeedStore.deleteHome", 1);
    }

    /** All rows of the first slice are written when this call fails, once. */
    private Hook failsAfterTheWrites(String call, int nth, Kind kind) {
        world.next();
        return world.steps.before(call, nth, () -> {
            throw new StorageException(kind, "for now");
        });
    }

    /** Who is settled is not written again if only the job cannot be updated. */
    @ParameterizedTest
    @CsvSource({"truth, 2, 4", "FollowStore.followersBetween, 1, 4", "JobStore.finish, 1, 0"})
    void onlyWhoIsNotSettledIsWrittenAgainAfterALaterFailure(String call, int nth, int again) {
        Hook failed = failsAfterTheWrites(call, nth, Kind.THROTTLED);
        world.next();
        assertThat(failed.fired()).isTrue();
        assertThat(lastSlice().rest().delivered()).isEqualTo(4 - again);
        assertThat(writes(last())).isEqualTo(again);
        world.finish();
        Exact.assertClosed(world, 8, 0);
        Exact.assertReached(world, EIGHT);
    }

    @ParameterizedTest
    @CsvSource({"truth, 2", "JobStore.finish, 1"})
    void aPermanentFailureAfterTheWritesIsThrown(String call, int nth) {
        failsAfterTheWrites(call, nth, Kind.PERMANENT);
        assertThatThrownBy(world::next).isInstanceOf(StorageException.class);
    }

    /** The rest becomes a slice, so that the same failure does not stop the plan again. */
    @Test
    void aPlanWhoseReadFailsAfterItsWritesBecomesASlice() {
        World small = World.of(4, "a", "b", "c");
        small.steps.before("truth", 2, () -> {
            throw new StorageException(Kind.TRANSIENT, "for now");
        });
        small.next();
        Deliver slice = (Deliver) small.queue.waiting().getFirst().message();
        assertThat(slice.rest()).isEqualTo(Remaining.of(users("a", "b", "c")));
        small.finish();
        Exact.assertClosed(small, 3, 0);
        Exact.assertReached(small, "a", "b", "c");
    }

    @Test
    void aSliceWithoutFollowersIsRequeued() {
        world.next();
        world.queue.lose();
        world.sweep();
        for (String user : EIGHT) {
            world.unfollow(user);
        }
        world.next();
        world.steps.before("JobStore.finish", 1, () -> {
            throw new StorageException(Kind.THROTTLED, "for now");
        });
        world.work();
        world.finish();
        Exact.assertClosed(world, 0, 8);
    }

    private Run sweepNow() {
        return world.steps.run(CrashPoint.NONE, world.parts.sweep()::run);
    }

    @Test
    void theRelayIgnoresAJobWhoseSliceWasRequeued() {
        world.next();
        world.clock.advance(Duration.ofSeconds(50));
        world.fakes.throttleAfter(1);
        world.next();
        assertThat(world.job().progressAt()).isEqualTo(world.clock.instant());
        int sent = world.queue.sent().size();
        world.clock.advance(Duration.ofSeconds(50));
        sweepNow();
        assertThat(world.queue.sent()).hasSize(sent);
        world.clock.advance(Duration.ofSeconds(11));
        sweepNow();
        assertThat(world.queue.sent()).hasSize(sent + 1);
    }

    @Test
    void aRequeuedPlanIsNoProgress() {
        world.steps.before("FollowStore.followersAfter", 1, () -> {
            throw new StorageException(Kind.THROTTLED, "for now");
        });
        Instant accepted = world.job().progressAt();
        world.clock.advance(Duration.ofSeconds(5));
        world.next();
        assertThat(lastSent().message())
                .isEqualTo(world.plan().withFirstSentAt(world.clock.instant()).next());
        assertThat(world.job().progressAt()).isEqualTo(accepted);
    }

    @Test
    void aFailureToRecordProgressDoesNotAffectTheRequeue() {
        Hook fails = world.steps.before("JobStore.touch", 1, () -> {
            throw new StorageException(Kind.PERMANENT, "ValidationException");
        });
        stopAfter(3);
        assertThat(fails.fired()).isTrue();
        assertThat(lastSlice().rest().recipients()).containsExactly(user("d"));
        recover();
        world.finish();
        Exact.assertClosed(world, 8, 0);
    }

    private List<PendingSlice> pending() {
        return world.fakes.jobs().pendingSlices(world.job(), 20);
    }

    @Test
    void aRequeuedSliceShowsItsAttemptAndReason() {
        stopAfter(3);
        assertThat(pending()).containsExactly(new PendingSlice(1, 1, "throttled"), new PendingSlice(2, 0, null));
        last();
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 2, "throttled"));
        recover();
        world.finish();
        assertThat(pending()).isEmpty();
    }

    /** The handler's first call fails, or a later one: also then the time may have run out. */
    @ParameterizedTest
    @CsvSource({
        "JobStore.find, THROTTLED, throttled",
        "truth, TRANSIENT, unavailable",
        "JobStore.finish, REJECTED, unavailable",
        "JobStore.finish, FORBIDDEN, forbidden"
    })
    void aFailureIsTheReason(String call, Kind kind, String reason) {
        failsAfterTheWrites(call, 1, kind);
        world.next();
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 1, reason));
    }

    @Test
    void aSliceWithoutTimeSaysSo() {
        world.next();
        world.steps.before("FeedStore.putHome", 2, () -> world.clock.advance(Duration.ofSeconds(55)));
        world.next();
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 1, "out-of-time"));
    }

    @Test
    void aSliceWithRefusedRecipientsIsThrottled() {
        world.fakes.refuse(user("b"));
        world.next();
        world.next();
        assertThat(lastSlice().rest().recipients()).containsExactly(user("b"));
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 1, "throttled"));
    }

    @Test
    void aFailureToRecordTheReasonDoesNotAffectTheRequeue() {
        Hook fails = world.steps.before("JobStore.requeued", 1, () -> {
            throw new StorageException(Kind.PERMANENT, "ValidationException");
        });
        stopAfter(3);
        assertThat(fails.fired()).isTrue();
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 0, null));
        assertThat(lastSlice().rest().recipients()).containsExactly(user("d"));
        recover();
        world.finish();
        Exact.assertClosed(world, 8, 0);
    }

    /** An ordinary slice costs no write more. */
    @Test
    void onlyARequeueWritesTheRowOfASlice() {
        world.next();
        assertThat(world.next().steps()).noneMatch(step -> step.startsWith("JobStore.requeued"));
    }

    @Test
    void theDelayDoublesUpToFiveMinutes() {
        stopAfter(0);
        for (int attempt = 1; attempt <= 12; attempt++) {
            long most = Math.min(2_000L << attempt, Duration.ofMinutes(5).toMillis());
            assertThat(lastSlice().attempt()).isEqualTo(attempt);
            assertThat(lastSent().delay().toMillis()).isBetween(most / 2, most);
            last();
        }
    }

    @Test
    void requeuesAreCountedByQueue() {
        stopAfter(0);
        assertThat(world.parts.count("feedmill.queue.requeued", "queue", "deliver"))
                .isEqualTo(1);
        assertThat(world.parts.count("feedmill.queue.requeued", "queue", "publish"))
                .isZero();
    }

    @Test
    void aThrottledInlineDeliveryBecomesASlice() {
        World small = World.of(4, "a", "b", "c");
        small.fakes.throttleAfter(1);
        small.next();
        assertThat(small.job().planned()).isEqualTo(1);
        assertThat(small.job().counts().expected()).isEqualTo(3);
        Deliver slice = (Deliver) small.queue.waiting().getFirst().message();
        assertThat(slice.rest()).isEqualTo(new Remaining(users("b", "c"), null, 1, Skipped.NONE));
        assertThat(small.queue.waiting().getLast())
                .extracting(Sent::message, Sent::delay)
                .containsExactly(small.plan().continued(), Duration.ofSeconds(10));
        small.fakes.throttleAfter(Integer.MAX_VALUE);
        small.finish();
        Exact.assertClosed(small, 3, 0);
        Exact.assertReached(small, "a", "b", "c");
    }

    @Test
    void aCompleteJobThatCannotBeWrittenAgainIsTriedLater() {
        World small = World.of(4, "a", "b");
        small.work();
        small.revise(2);
        small.fakes.throttleAfter(0);
        small.redeliver(small.plan());
        assertThat(small.queue.waiting())
                .last()
                .extracting(Sent::message)
                .isEqualTo(((Plan) small.plan().withFirstSentAt(small.clock.instant())).continued(null));
        small.fakes.throttleAfter(Integer.MAX_VALUE);
        small.clock.advance(Duration.ofSeconds(10));
        small.work();
        Exact.assertReached(small, "a", "b");
    }

    /** Else each reader of thousands that the table refuses twice would be put off. */
    @Test
    void aLaterAttemptForARangeIsNotForAFew() {
        world.next();
        Deliver slice = (Deliver) world.queue.take().orElseThrow();
        world.retract();
        for (Remaining rest : List.of(Remaining.of(List.of()), new Remaining(users("a"), user("b"), 0, Skipped.NONE))) {
            world.handle(slice.next(rest));
            assertThat(world.fakes.writes())
                    .last()
                    .extracting(WriteOptions::refusals)
                    .isEqualTo(OnRefusal.PUT_OFF);
        }
        world.handle(slice.next(Remaining.of(users("a"))));
        assertThat(world.fakes.writes())
                .last()
                .extracting(WriteOptions::refusals)
                .isEqualTo(OnRefusal.PUT_OFF_ALL);
    }
}
