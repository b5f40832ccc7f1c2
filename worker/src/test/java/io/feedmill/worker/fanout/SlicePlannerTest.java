package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate.WriteLane;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import io.feedmill.worker.fanout.SlicePlanner.SliceMessages;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Planning and inline delivery, trace by trace of the protocol's model; the identifiers are the model's. */
class SlicePlannerTest {
    @Test
    void aJobOfOneSliceHasNoSliceRowAndNoMessage() {
        World world = World.of(2, "a", "b");
        Run run = world.next();
        assertThat(run.steps()).noneMatch(step -> step.startsWith("JobStore.putSlice"));
        assertThat(world.queue.sent()).hasSize(1);
        assertThat(world.job().planned()).isZero();
        Exact.assertDelivered(world, 0, "a", "b");
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

    /** Without the read ahead the put waits for a read that comes after it. */
    @Test
    void theNextFollowersAreReadWhileASliceIsPut() {
        World world = World.of(2, "a", "b", "c");
        CountDownLatch read = new CountDownLatch(1);
        world.steps.before("followersAfter", 2, read::countDown);
        world.steps.before("putSlice", 1, () -> assertThat(await(read)).isTrue());
        world.finish();
        Exact.assertDelivered(world, 0, "a", "b", "c");
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aPlanWhoseReadAheadFailsIsRequeuedAfterItsSlice() {
        World world = World.of(1, "a", "b");
        world.steps.before("followersAfter", 2, () -> {
            throw new StorageException(Kind.TRANSIENT, "no answer", null);
        });
        world.next();
        assertThat(world.job().pending()).containsExactly(1);
        assertThat(world.sentAfter(1)).extracting(QueueMessage::attempt).containsExactly(0, 1);
        world.finish();
        Exact.assertDelivered(world, 0, "a", "b");
    }

    @Test
    void thePageThatWasReadAheadDoesNotCountAfterASliceOfAnotherPlan() {
        World world = World.of(1, "b", "c", "d");
        world.steps.before(
                "putSlice",
                1,
                () -> world.stores.jobs().putSlice(world.job().id(), new Slice(1, user("b"), user("c"), 2)));
        world.finish();
        Exact.assertDelivered(world, 0, "b", "c", "d");
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
}
