package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Work that cannot be done in one life of a handler comes to an end, whatever was stored meanwhile and however often its message comes. */
class WorkEndsTest {
    private static final Duration RECHECK = Duration.ofSeconds(65);

    @Test
    void aRecheckOfAnUnchangedPostWritesNothing() {
        World world = World.of(1, "a", "b");
        world.next();
        QueueMessage slice = world.take();
        world.redeliver(slice);
        world.work();
        assertThat(world.queue.waiting()).singleElement().satisfies(sent -> {
            assertThat(sent.delay()).isEqualTo(RECHECK);
            assertThat(sent.message())
                    .isInstanceOfSatisfying(
                            Deliver.class,
                            recheck -> assertThat(recheck.history().rechecks()).isEqualTo(1));
        });
        world.clock.advance(RECHECK);
        assertThat(world.next().steps()).noneMatch(step -> step.contains("Home"));
        assertThat(world.queue.waiting()).isEmpty();
        assertThat(world.parts.count("feedmill.queue.rechecked", "queue", "deliver"))
                .isEqualTo(1);
    }

    /** SQS dead-letters it after 20 receives; its rechecks fail, too. */
    @Test
    void aMessageThatAlwaysFailsIsRecheckedAFewTimes() {
        World world = World.of(1, "a", "b");
        world.next();
        QueueMessage slice = world.take();
        world.queue.lose();
        int sent = world.queue.sent().size();
        failAlways(world, slice);
        while (!world.queue.waiting().isEmpty()) {
            world.clock.advance(RECHECK);
            failAlways(world, world.take());
        }
        assertThat(world.queue.sent()).hasSize(sent + 12);
    }

    private static void failAlways(World world, QueueMessage message) {
        for (int count = 1; count <= 20; count++) {
            Receipt receipt = new Receipt(count, world.clock.instant(), world.clock.instant());
            world.fail("JobStore.find", 1, Kind.PERMANENT);
            assertThatThrownBy(() -> world.parts
                            .listener()
                            .receive(message.type().queue(), MessageCodec.encode(message), receipt))
                    .isInstanceOf(StorageException.class);
        }
    }
}
