package io.feedmill.worker.protocol;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate.WriteLane;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.FakeQueue.Sent;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.fanout.FanoutSettings;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Plans that reach the limits of time, pending slices or message size. */
class PlanLimitsTest {
    private static final Receipt FIRST = new Receipt(1, SettableClock.START, SettableClock.START);

    private static final Duration PAUSE = Duration.ofSeconds(7);

    /** Slices of one, of which two may be pending. */
    private static World twoPending() {
        return World.of(new FanoutSettings(1, 2, PAUSE), "a", "b", "c", "d", "e");
    }

    private static List<QueueMessage> sentSince(World world, int before) {
        return world.queue.sent().stream().skip(before).map(Sent::message).toList();
    }

    private static Plan continued(World world) {
        return world.plan().continued();
    }

    @Test
    void aPlanPausesAtTheMaximumOfPendingSlices() {
        World world = twoPending();
        world.next();
        assertThat(world.job().pending()).containsExactly(1, 2);
        assertThat(world.job().state()).isEqualTo(JobState.PLANNING);
        assertThat(world.queue.waiting().getLast())
                .extracting(Sent::message, Sent::delay)
                .containsExactly(continued(world), PAUSE);
    }

    @Test
    void aContinuedPlanSendsNothingAgain() {
        World world = twoPending();
        world.next();
        int before = world.queue.sent().size();
        world.handle(continued(world));
        assertThat(sentSince(world, before)).containsExactly(continued(world));
    }

    @Test
    void aResentPlanSendsThePendingSlices() {
        World world = twoPending();
        world.next();
        int before = world.queue.sent().size();
        world.handle(world.plan());
        assertThat(sentSince(world, before)).hasSize(3).last().isEqualTo(continued(world));
        assertThat(sentSince(world, before).subList(0, 2)).hasOnlyElementsOfType(Deliver.class);
    }

    @Test
    void aContinuedPlanPlansAsManySlicesAsWereDelivered() {
        World world = twoPending();
        world.next();
        world.next();
        world.handle(continued(world));
        assertThat(world.job().pending()).containsExactly(2, 3);
        world.finish();
        Exact.assertClosed(world, 5, 0);
        Exact.assertReached(world, "a", "b", "c", "d", "e");
    }

    @Test
    void aPlanWithoutTimeForAnotherCallContinuesAtOnce() {
        World world = World.of(1, "a", "b", "c");
        world.steps.before("JobStore.advance", 2, () -> world.clock.advance(Duration.ofMillis(35_001)));
        Handled handled = world.parts
                .handler()
                .handle(world.plan(), FIRST, Deadline.in(Duration.ofSeconds(60), world.clock::nanoTime, world.clock));
        assertThat(handled).isEqualTo(new Handled.Continue(continued(world), Duration.ZERO));
        assertThat(world.job().planned()).isEqualTo(2);
        world.handle(continued(world));
        world.work();
        Exact.assertClosed(world, 3, 0);
    }

    @Test
    void aPlanWithoutTimeSendsNothingAgain() {
        World world = twoPending();
        world.next();
        int before = world.queue.sent().size();
        Deadline over = Deadline.in(Duration.ofSeconds(4), world.clock::nanoTime, world.clock);
        assertThat(world.parts.handler().handle(world.plan(), FIRST, over))
                .isEqualTo(new Handled.Requeue(world.plan().next()));
        assertThat(sentSince(world, before)).isEmpty();
    }

    @Test
    void aJobOfOneSliceDoesNotWaitForOtherSlices() {
        World world = World.of(2, "a", "b");
        world.steps.before("followersBetween", 1, () -> world.unfollow("b"));
        world.work();
        assertThat(world.fakes.writes()).extracting(WriteOptions::lane).containsOnly(WriteLane.EXPRESS);
    }

    @Test
    void slicesWaitInTheBulkLane() {
        World world = World.of(2, "a", "b", "c");
        world.steps.before("followersBetween", 1, () -> world.unfollow("b"));
        world.work();
        assertThat(world.fakes.writes()).extracting(WriteOptions::lane).containsOnly(WriteLane.BULK);
    }

    @Test
    void aSliceFitsIntoAMessage() {
        List<String> followers =
                IntStream.range(0, 1_500).mapToObj("%064d"::formatted).toList();
        World world = World.of(1_000, followers.toArray(String[]::new));
        world.next();
        List<Deliver> slices =
                sentSince(world, 1).stream().map(Deliver.class::cast).toList();
        assertThat(slices).hasSize(2).allSatisfy(slice -> {
            assertThat(MessageCodec.encode(slice).getBytes(UTF_8).length).isLessThanOrEqualTo(64 * 1_024);
            assertThat(slice.rest().recipients()).hasSize(slice.slice().size());
        });
        assertThat(slices.getFirst().slice().size()).isBetween(950, 999);
        assertThat(slices)
                .flatExtracting(slice -> slice.rest().recipients())
                .extracting(Object::toString)
                .containsExactlyElementsOf(followers);
    }

    @Test
    void aFittingSliceIsAsLargeAsPossible() {
        List<String> followers =
                IntStream.range(0, 1_500).mapToObj("%04d"::formatted).toList();
        World world = World.of(1_000, followers.toArray(String[]::new));
        world.next();
        assertThat(sentSince(world, 1))
                .extracting(message -> ((Deliver) message).slice().size())
                .containsExactly(1_000, 500);
    }

    /** The position of the next attempt is none, not slice 0. */
    @Test
    void aRepeatedPlanThatIsStoppedBeforeItSendsASliceBeginsAgain() {
        World world = World.of(1, "a", "b");
        world.finish();
        world.edit("second version");
        world.steps.before("FeedStore.truth", 1, world.parts.deadlines()::stop);
        world.redeliver(world.plan());
        world.parts.deadlines().start();
        world.work();
        assertThat(world.dead).isEmpty();
        assertThat(world.version("a")).isEqualTo(2);
        assertThat(world.version("b")).isEqualTo(2);
    }

    /** The rest would wait for the sweep. */
    @Test
    void aPlanWithoutTimeForAllPendingSlicesSendsThemInItsNextAttempt() {
        World world = World.of(1, "a", "b", "c");
        world.next();
        world.queue.lose();
        world.steps.before("JobStore.slice", 2, () -> world.clock.advance(Duration.ofSeconds(36)));
        world.handle(world.plan());
        assertThat(world.queue.waiting().getLast().message())
                .isEqualTo(world.plan()
                        .withFirstSentAt(world.clock.instant().minusSeconds(36))
                        .next());
        world.clock.advance(Duration.ofSeconds(5));
        world.work();
        Exact.assertClosed(world, 3, 0);
    }
}
