package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate.WriteLane;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import io.feedmill.worker.fanout.SlicePlanner.SliceMessages;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Planning and inline delivery, trace by trace of the protocol's model; the identifiers are the model's. */
class SlicePlannerTest {
    /** One slice that is sent at once, and the number of slices of one request: all are sent before planning ends. */
    private static final String[] ELEVEN = "abcdefghijk".split("");

    /**
     * A0: the row of b's slice is put, but the job does not have the slice. A2, B-adopt: a's slice is in its row, then a leaves, and another plan would
     * make b the first slice. A4: a's message is lost, and a leaves.
     */
    @ParameterizedTest
    @CsvSource({
        "a b, JobStore.putSlice, 2, nobody, 0, a b",
        "a b c, JobStore.putSlice, 1, a, 1, b c",
        "a b, JobStore.advance, 1, a, 1, b"
    })
    void theNextPlanEndsWhatADeadOneBegan(
            String followers, String call, int nth, String leaver, int skipped, String reached) {
        World world = World.of(1, followers.split(" "));
        world.firstDiesAfter(call, nth);
        world.unfollow(leaver);
        world.work();
        Exact.assertDelivered(world, skipped, reached.split(" "));
    }

    @Test
    void recipientsOfAdoptedBoundsAreReadFromTheirRangeAndOfAResentSliceFromItsRow() {
        World world = World.of(1, "a", "b", "c");
        world.firstDiesAfter("JobStore.putSlice", 1);
        world.unfollow("a");
        world.next();
        assertThat(world.queue.sent().subList(3, 5))
                .extracting("message.rest.recipients")
                .containsExactly(List.of(), users("b"));
        world.queue.lose();
        world.finish();
        Exact.assertDelivered(world, 1, "b", "c");
    }

    /** A3: another plan has counted the slice, which its job still plans. */
    @Test
    void aSliceCountsOnceForSeveralPlans() {
        World world = World.of(1, ELEVEN);
        int sent = World.step(World.of(1, ELEVEN).next(), "QueueSender.sendAll", 2);
        world.before("JobStore.advance", 1, () -> world.handle(world.plan(), CrashPoint.after(sent)));
        world.next();
        assertThat(world.job().counts().expected()).isEqualTo(11);
        world.work();
        Exact.assertClosed(world, 11, 0);
    }

    /** A3 with a new follower in between: the plan that reads c adds the slice, the other one adds nothing. */
    @Test
    void twoPlansNeverCountExpectedRecipientsTwice() {
        World world = World.of(1, "a", "b");
        world.before("JobStore.endPlanning", 1, () -> {
            world.follow("c");
            world.handle(world.plan());
        });
        world.work();
        Exact.assertDelivered(world, 0, "a", "b", "c");
    }

    @Test
    void planningEndsOnlyAfterTheLastPlannedSlice() {
        World world = World.of(1, "a", "b");
        world.before("JobStore.endPlanning", 1, () -> {
            world.follow("c");
            world.follow("d");
            world.handle(world.plan(), CrashPoint.before(afterAdvance()));
        });
        world.next();
        world.queue.take();
        world.work();
        Exact.assertClosed(world, 4, 0);
    }

    /** The send after the advance, of a plan that finds two pending slices and plans a third one. */
    private static int afterAdvance() {
        World dry = World.of(1, "a", "b");
        int[] step = new int[1];
        dry.steps.before("JobStore.endPlanning", 1, () -> {
            dry.follow("c");
            dry.follow("d");
            step[0] = World.step(dry.handle(dry.plan()), "JobStore.advance", 1) + 1;
        });
        dry.next();
        return step[0];
    }

    /** A6: the plan that ends the planning sees that nothing is pending. */
    @Test
    void aPlanClosesAJobWhoseSlicesFinishedFirst() {
        World world = World.of(1, ELEVEN);
        world.before("JobStore.endPlanning", 1, world::work);
        world.next();
        Exact.assertClosed(world, 11, 0);
    }

    @Test
    void aPlanOfADrainedJobClosesIt() {
        World world = World.of(1, ELEVEN);
        world.steps.before("JobStore.endPlanning", 1, world::work);
        world.firstDiesAfter("JobStore.endPlanning", 1);
        assertThat(world.job().drained()).isTrue();
        world.next();
        Exact.assertClosed(world, 11, 0);
    }

    @Test
    void aResentSliceCountsUpToTheExpectedRecipients() {
        World world = World.of(2, "a", "c", "x");
        world.firstDiesAfter("JobStore.advance", 1);
        world.follow("b");
        world.work();
        Exact.assertClosed(world, 3, 0);
        Exact.assertReached(world, "a", "b", "c", "x");
    }

    @Test
    void anOvertakenPlanStopsAtTheEndOfTheOther() {
        World world = World.of(1, "a", "b");
        world.steps.before("JobStore.advance", 1, () -> world.handle(world.plan()));
        world.next();
        assertThat(world.job().state()).isEqualTo(JobState.DELIVERING);
        assertThat(world.queue.waiting()).hasSize(2);
    }

    /** A9, B9: the loss of a queue loses no work. */
    @Test
    void aSweepSendsLostMessagesAgain() {
        World world = World.of(1, "a", "b", "c");
        world.queue.lose();
        world.sweep();
        world.next();
        world.queue.lose();
        world.sweep();
        world.next();
        world.next();
        world.queue.lose();
        world.finish();
        Exact.assertDelivered(world, 0, "a", "b", "c");
    }

    @Test
    void aJobOfOneSliceHasNoSliceRowAndNoMessage() {
        World world = World.of(2, "a", "b");
        Run run = world.next();
        assertThat(run.steps()).noneMatch(step -> step.startsWith("JobStore.putSlice"));
        assertThat(world.queue.sent()).hasSize(1);
        assertThat(world.job().planned()).isZero();
        Exact.assertDelivered(world, 0, "a", "b");
    }

    /** A8, B7: the handler writes one of its rows and dies; a sweep runs before the redelivery. */
    @Test
    void aJobIsNotTakenForDeliveredBeforeItsRowsAreWritten() {
        World world = World.of(2, "a", "b");
        world.firstDiesAfter("FeedStore.putHome", 1);
        world.sweep();
        assertThat(world.openJobs()).containsExactly(JobId.of(world.post));
        world.work();
        Exact.assertDelivered(world, 0, "a", "b");
    }

    @Test
    void isClosedOnceByConcurrentDeliveries() {
        World world = World.of(2, "a", "b");
        world.before("JobStore.closeInlineDelivery", 1, () -> world.handle(world.plan()));
        world.work();
        Exact.assertClosed(world, 2, 0);
    }

    /** B8: the other plan has made slices and has finished. */
    @Test
    void aPlanOvertakenByOneWithMoreFollowersContinuesAsAPlan() {
        World world = World.of(1, "a");
        world.before("JobStore.closeInlineDelivery", 1, () -> {
            world.follow("b");
            world.handle(world.plan());
        });
        world.work();
        Exact.assertDelivered(world, 0, "a", "b");
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
        Exact.assertDelivered(world, 0, "a", "b");
    }

    /** B10. */
    @Test
    void anAuthorWithoutFollowersIsDone() {
        World world = World.of(2);
        world.work();
        Exact.assertClosed(world, 0, 0);
    }

    /** The rest becomes a slice, so that the same failure does not stop the plan again. */
    @Test
    void aPlanWhoseReadFailsAfterItsWritesBecomesASlice() {
        World small = World.of(4, "a", "b", "c");
        small.fail("truth", 2, Kind.TRANSIENT);
        small.next();
        Deliver slice = (Deliver) small.queue.waiting().getFirst().message();
        assertThat(slice.rest()).isEqualTo(Remaining.of(users("a", "b", "c")));
        small.finish();
        Exact.assertDelivered(small, 0, "a", "b", "c");
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
        small.recover();
        small.finish();
        Exact.assertDelivered(small, 0, "a", "b", "c");
    }

    /** Slices of one, of which two may be pending. */
    @Test
    void aPlanPausesAtTheMaximumOfPendingSlicesAndPlansAsManyAsWereDelivered() {
        Duration pause = Duration.ofSeconds(7);
        World world = World.of(new FanoutSettings(1, 2, pause), "a", "b", "c", "d", "e");
        world.next();
        assertThat(world.job().pending()).containsExactly(1, 2);
        assertThat(world.job().state()).isEqualTo(JobState.PLANNING);
        assertThat(world.queue.waiting().getLast())
                .extracting(Sent::message, Sent::delay)
                .containsExactly(world.plan().continued(), pause);
        int before = world.queue.sent().size();
        world.handle(world.plan().continued());
        assertThat(world.sentAfter(before)).containsExactly(world.plan().continued());
        world.next();
        world.handle(world.plan().continued());
        assertThat(world.job().pending()).containsExactly(2, 3);
        world.finish();
        Exact.assertDelivered(world, 0, "a", "b", "c", "d", "e");
    }

    @Test
    void aPlanWithoutTimeForAnotherCallContinuesAtOnce() {
        World world = World.of(1, "a", "b", "c");
        world.steps.before("JobStore.advance", 2, () -> world.clock.advance(Duration.ofMillis(35_001)));
        Handled handled = world.parts
                .handler()
                .handle(
                        world.plan(),
                        new Receipt(1, SettableClock.START, SettableClock.START),
                        Deadline.in(Duration.ofSeconds(60), world.clock::nanoTime, world.clock));
        assertThat(handled).isEqualTo(new Handled.Continue(world.plan().continued(), Duration.ZERO));
        assertThat(world.job().planned()).isEqualTo(2);
        world.handle(world.plan().continued());
        world.work();
        Exact.assertClosed(world, 3, 0);
    }

    @ParameterizedTest
    @CsvSource({"a b, EXPRESS", "a b c, BULK"})
    void aJobOfOneSliceDoesNotWaitForOtherSlices(String followers, WriteLane lane) {
        World world = World.of(2, followers.split(" "));
        world.steps.before("followersBetween", 1, () -> world.unfollow("b"));
        world.work();
        assertThat(world.fakes.writes()).extracting(WriteOptions::lane).containsOnly(lane);
    }

    @Test
    void aSliceFitsIntoAMessage() {
        String[] followers = World.longNames(1_500);
        World world = World.of(1_000, followers);
        world.next();
        List<Deliver> slices =
                world.sentAfter(1).stream().map(Deliver.class::cast).toList();
        assertThat(slices).hasSize(2).allSatisfy(slice -> {
            assertThat(MessageCodec.encode(slice).getBytes(UTF_8).length).isLessThanOrEqualTo(64 * 1_024);
            assertThat(slice.rest().recipients()).hasSize(slice.slice().size());
        });
        assertThat(slices.getFirst().slice().size()).isBetween(950, 999);
        assertThat(slices)
                .flatExtracting(slice -> slice.rest().recipients())
                .extracting(Object::toString)
                .containsExactly(followers);
    }

    @Test
    void aFittingSliceIsAsLargeAsPossible() {
        List<String> followers =
                IntStream.range(0, 1_500).mapToObj("%04d"::formatted).toList();
        World world = World.of(1_000, followers.toArray(String[]::new));
        world.next();
        assertThat(world.sentAfter(1))
                .extracting(message -> ((Deliver) message).slice().size())
                .containsExactly(1_000, 500);
    }

    private final List<List<Integer>> requests = new ArrayList<>();
    private final SliceMessages messages = new SliceMessages(new Sender());

    private final class Sender implements QueueSender {
        @Override
        public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
            throw new AssertionError("a slice is never sent as it was received");
        }

        @Override
        public void send(QueueMessage message, Duration delay) {
            throw new AssertionError("one at a time");
        }

        @Override
        public void sendAll(List<? extends QueueMessage> slices) {
            requests.add(slices.stream()
                    .map(slice -> ((Deliver) slice).slice().number())
                    .toList());
        }
    }

    private void add(int number) {
        messages.add(new Deliver(
                JobId.of(new PostId(1, "11111111111")),
                user("ann"),
                new Slice(number, user("a"), user("a"), 1),
                Remaining.of(List.of()),
                SendHistory.FIRST));
    }

    @Test
    void theFirstSliceGoesAtOnceThenTenInARequestAndTheRestAtTheEnd() {
        try (messages) {
            add(1);
            assertThat(requests).containsExactly(List.of(1));
            IntStream.rangeClosed(2, 13).forEach(this::add);
            assertThat(requests).hasSize(2);
        }
        assertThat(requests)
                .containsExactly(
                        List.of(1), IntStream.rangeClosed(2, 11).boxed().toList(), List.of(12, 13));
    }

    @Test
    void waitingSlicesAreSentWhenTheWorkFails() {
        assertThatThrownBy(this::fail).hasMessage("no store");
        assertThat(requests).containsExactly(List.of(1), List.of(2));
    }

    private void fail() {
        try (messages) {
            add(1);
            add(2);
            throw new IllegalStateException("no store");
        }
    }

    @Test
    void withoutSlicesNothingIsSent() {
        messages.close();
        assertThat(requests).isEmpty();
    }
}
