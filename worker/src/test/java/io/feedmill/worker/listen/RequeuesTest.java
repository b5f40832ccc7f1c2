package io.feedmill.worker.listen;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.worker.story.Exact;
import io.feedmill.worker.story.World;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The delays, counts and reasons of work that continues in a new message, also at a stop. Those of newer versions are in {@code NewerVersionsTest}. */
class RequeuesTest {
    private static final String[] EIGHT = {"a", "b", "c", "d", "e", "f", "g", "h"};

    private final World world = World.of(4, EIGHT);

    private Deliver lastSlice() {
        return (Deliver) world.lastSent().message();
    }

    /** Plans, and stops within the first slice. */
    private void stopAfter(int rows) {
        world.next();
        world.fakes.throttleAfter(rows);
        world.next();
    }

    /** Handles the last sent message after its delay. */
    private void last() {
        world.clock.advance(world.lastSent().delay());
        world.handle(world.lastSent().message());
    }

    @Test
    void aRequeuedPlanIsNoProgress() {
        world.fail("FollowStore.followersAfter", 1, Kind.THROTTLED);
        Instant accepted = world.job().progressAt();
        world.clock.advance(Duration.ofSeconds(5));
        world.next();
        assertThat(world.lastSent().message())
                .isEqualTo(world.plan().withFirstSentAt(world.clock.instant()).next());
        assertThat(world.job().progressAt()).isEqualTo(accepted);
    }

    private List<PendingSlice> pending() {
        return world.fakes.jobs().pendingSlices(world.job(), 20);
    }

    /** When the delay of the last message ends. */
    private Instant due() {
        return world.clock.instant().plus(world.lastSent().delay()).truncatedTo(ChronoUnit.MILLIS);
    }

    @Test
    void aRequeuedSliceShowsItsAttemptAndReason() {
        stopAfter(3);
        assertThat(pending())
                .containsExactly(
                        new PendingSlice(1, 1, "throttled", due()), new PendingSlice(2, 0, null, Instant.EPOCH));
        last();
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 2, "throttled", due()));
        world.recover();
        world.finish();
        assertThat(pending()).isEmpty();
    }

    /** The delay begins again after an attempt that settled half of who was left, and does not grow after one that settled fewer. */
    @Test
    void progressKeepsTheDelayShort() {
        World slice = World.of(8, "a", "b", "c", "d", "e", "f", "g", "h", "i");
        slice.next();
        QueueMessage message = slice.take();
        List<Integer> attempts = new ArrayList<>();
        for (int settled : List.of(0, 0, 1, 0, 4, 0)) {
            slice.fakes.throttleAfter(settled);
            slice.handle(message);
            message = slice.lastSent().message();
            attempts.add(message.attempt());
        }
        assertThat(attempts).containsExactly(1, 2, 2, 3, 1, 2);
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
        world.next();
        world.fail(call, 1, kind);
        world.next();
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 1, reason, due()));
    }

    @Test
    void aSliceWithoutTimeSaysSo() {
        world.next();
        world.steps.before("FeedStore.putHome", 2, () -> world.clock.advance(Duration.ofSeconds(55)));
        world.next();
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 1, "out-of-time", due()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"JobStore.touch", "JobStore.requeued"})
    void aFailureToRecordProgressOrItsReasonDoesNotAffectTheRequeue(String call) {
        world.fail(call, 1, Kind.PERMANENT);
        stopAfter(3);
        assertThat(pending()).first().isEqualTo(new PendingSlice(1, 0, null, Instant.EPOCH));
        assertThat(lastSlice().rest().recipients()).containsExactly(user("d"));
        world.recover();
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
    void requeuesAreCountedAndTheirDelayDoublesUpToFiveMinutes() {
        stopAfter(0);
        assertThat(world.parts.count("feedmill.queue.requeued", "queue", "deliver"))
                .isEqualTo(1);
        assertThat(world.parts.count("feedmill.queue.requeued", "queue", "publish"))
                .isZero();
        for (int attempt = 1; attempt <= 12; attempt++) {
            long most = Math.min(2_000L << attempt, Duration.ofMinutes(5).toMillis());
            assertThat(lastSlice().attempt()).isEqualTo(attempt);
            assertThat(world.lastSent().delay().toMillis()).isBetween(most / 2, most);
            last();
        }
    }

    @Test
    void aTransientFailureAtAStopIsRequeuedWithoutDelay() {
        world.steps.before("JobStore.find", 1, () -> {
            world.parts.deadlines().stop();
            throw new StorageException(Kind.TRANSIENT, "for now");
        });
        world.next();
        assertThat(world.lastSent())
                .extracting(Sent::message, Sent::delay)
                .containsExactly(
                        world.plan().withFirstSentAt(world.clock.instant()).next(), Duration.ZERO);
    }
}
