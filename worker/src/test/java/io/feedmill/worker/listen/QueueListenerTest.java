package io.feedmill.worker.listen;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.MemoryQueue.Sent;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.worker.story.World;
import io.feedmill.worker.work.Receipt;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The handling of messages whose handler fails. */
class QueueListenerTest {
    private static final PostId UNKNOWN = PostId.create(1, new Random(1));

    private final World world = World.of(1, "a", "b");
    private final QueueMessage message = world.take();

    private Hook fail(RuntimeException failure) {
        return world.steps.before("JobStore.find", 1, () -> {
            throw failure;
        });
    }

    private List<Sent> sentSince() {
        return world.queue.sent().stream().skip(1).toList();
    }

    @ParameterizedTest
    @EnumSource(names = {"THROTTLED", "TRANSIENT", "FORBIDDEN"})
    void aTemporaryFailureRequeuesTheMessage(Kind kind) {
        Hook failed = fail(new StorageException(kind, "for now"));
        world.handle(message);
        assertThat(failed.fired()).isTrue();
        assertThat(sentSince()).singleElement().satisfies(sent -> {
            assertThat(sent.message())
                    .isEqualTo(message.withFirstSentAt(world.clock.instant()).next());
            assertThat(sent.delay().toMillis()).isBetween(2_000L, 4_000L);
        });
        assertThat(world.dead).isEmpty();
    }

    static Stream<RuntimeException> unexpected() {
        return Stream.of(
                new StorageException(Kind.PERMANENT, "ValidationException"),
                new IllegalStateException("item has no attribute state"));
    }

    @ParameterizedTest
    @MethodSource("unexpected")
    void aPermanentOrUnexpectedFailureLeavesTheMessageToItsQueue(RuntimeException failure) {
        fail(failure);
        assertThatThrownBy(() -> world.handle(message)).isInstanceOf(failure.getClass());
        assertThat(sentSince()).isEmpty();
        assertThat(world.dead).isEmpty();
    }

    /** Only a send that failed can still be missing: the message must not be acknowledged. */
    @Test
    void aMessageThatCannotBeRequeuedStaysInItsQueue() {
        fail(new StorageException(Kind.THROTTLED, "for now"));
        world.queue.failWith(new StorageException(Kind.TRANSIENT, "no queue"));
        assertThatThrownBy(() -> world.handle(message)).hasMessageContaining("no queue");
    }

    @Test
    void aMessageOfAnAbsentJobIsDeadLettered() {
        world.handle(Plan.of(JobId.of(UNKNOWN), user("ann")));
        world.handle(new Deliver(
                JobId.of(UNKNOWN),
                user("ann"),
                new Slice(1, user("a"), user("b"), 2),
                Remaining.of(users("a", "b")),
                SendHistory.FIRST));
        assertThat(world.dead)
                .containsExactly(
                        "publish no-such-job: Job not found: " + UNKNOWN,
                        "deliver no-such-job: Job not found: " + UNKNOWN);
        assertThat(sentSince()).isEmpty();
        assertThat(world.parts.count("feedmill.queue.dead.lettered", "queue", "publish", "reason", "no-such-job"))
                .isEqualTo(1);
    }

    @Test
    void anUnreadableMessageIsDeadLetteredWithItsQueue() {
        world.parts.listener().receive(Queue.PUBLISH, "hello", Receipt.UNKNOWN);
        world.parts.listener().receive(Queue.DELIVER, "{}", Receipt.UNKNOWN);
        world.parts
                .listener()
                .receive(Queue.DELIVER, MessageCodec.encode(message).replace("\"v\":1", "\"v\":2"), Receipt.UNKNOWN);
        world.parts.listener().receive(Queue.PUBLISH, "{\"v\":1,\"type\":\"plan\",\"job\":\"?\"}", Receipt.UNKNOWN);
        assertThat(world.dead)
                .containsExactly(
                        "publish not-json: not JSON",
                        "deliver malformed: v is not a number",
                        "deliver unknown-version: unknown version",
                        "publish malformed: job is not a job id");
        assertThat(world.queue.sentAgain()).isEmpty();
        assertThat(world.parts.count("feedmill.queue.dead.lettered", "queue", "deliver", "reason", "malformed"))
                .isEqualTo(1);
    }
}
