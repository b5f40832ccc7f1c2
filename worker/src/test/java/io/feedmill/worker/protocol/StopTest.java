package io.feedmill.worker.protocol;

import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.FakeQueue.Sent;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Work in process at a stop is left to other workers at once. */
class StopTest {
    private static final Duration TIME_AT_STOP = Duration.ofSeconds(10);

    private final World world = World.of(4, "a", "b", "c", "d", "e", "f");

    /** Stops the process before the n-th of these calls, which then takes all of the remaining time. */
    private void stopBefore(String call, int nth) {
        world.steps.before(call, nth, () -> {
            world.parts.deadlines().stop();
            world.clock.advance(TIME_AT_STOP);
        });
    }

    private Sent lastSent() {
        return world.queue.sent().getLast();
    }

    @Test
    void theRestOfAStoppedSliceIsRequeuedWithoutDelay() {
        world.next();
        stopBefore("FeedStore.putHome", 2);
        world.next();
        assertThat(lastSent().message())
                .isInstanceOfSatisfying(
                        Deliver.class,
                        slice -> assertThat(slice.rest())
                                .isEqualTo(new Remaining(users("c", "d"), null, 2, Skipped.NONE)));
        assertThat(lastSent().delay()).isZero();
        assertThat(world.job().progressAt()).as("no time for that").isBefore(world.clock.instant());
    }

    @Test
    void aStoppedPlanContinuesInAMessageWithoutDelay() {
        World small = World.of(4, "a", "b", "c");
        small.steps.before("FeedStore.putHome", 2, () -> {
            small.parts.deadlines().stop();
            small.clock.advance(TIME_AT_STOP);
        });
        small.next();
        assertThat(small.queue.sent())
                .last()
                .extracting(Sent::message, Sent::delay)
                .containsExactly(small.plan().continued(), Duration.ZERO);
    }

    @Test
    void aTransientFailureAtAStopIsRequeuedWithoutDelay() {
        world.steps.before("JobStore.find", 1, () -> {
            world.parts.deadlines().stop();
            throw new StorageException(Kind.TRANSIENT, "for now");
        });
        world.next();
        assertThat(lastSent())
                .extracting(Sent::message, Sent::delay)
                .containsExactly(
                        world.plan().withFirstSentAt(world.clock.instant()).next(), Duration.ZERO);
    }

    @Test
    void aStoppedSweepEndsAtOnce() {
        world.publish();
        world.queue.lose();
        world.steps.before("OutboxStore.claim", 1, world.parts.deadlines()::stop);
        world.sweep();
        assertThat(world.queue.waiting()).hasSize(1);
    }
}
