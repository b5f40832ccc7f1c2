package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.testkit.Messages;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The contract of {@link DeadLetterStore}. Each test has its own queues. */
public abstract class DeadLetterStoreContract {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final JobId JOB = JobId.of(PostId.create(1, new Random(1)));
    private static final String PLAN = MessageCodec.encode(Plan.of(JOB, user("ann")));

    protected abstract DeadLetterStore store();

    /** Sends a message to the dead-letter queue, as a worker does. */
    protected abstract void deadLetter(Queue queue, String reason, String body);

    /** Moves a message that was received too often, as SQS does. */
    protected abstract void wearOut(Queue queue, String body);

    /** Waits for this number of messages in the queue and removes them. Dead-letter messages do not count. */
    protected abstract List<Arrived> arrived(Queue queue, int count);

    /** Advances the store's clock; does nothing in a real server. */
    protected void pass(Duration time) {}

    /** A message and its message group; null: none. */
    public record Arrived(String body, @Nullable String group) {}

    /** Receives all visible messages. */
    private List<DeadLetterMessage> receiveAll(Queue queue) {
        List<DeadLetterMessage> all = new ArrayList<>();
        List<DeadLetterMessage> some = store().receive(queue, MINUTE);
        while (!some.isEmpty()) {
            assertThat(some).hasSizeLessThanOrEqualTo(DeadLetterStore.MAX_AT_ONCE);
            all.addAll(some);
            some = store().receive(queue, MINUTE);
        }
        return all;
    }

    private static List<Handle> handles(List<DeadLetterMessage> messages) {
        return messages.stream().map(DeadLetterMessage::handle).toList();
    }

    @Test
    void aMessageHasItsReasonItsTimeAndItsBody() {
        Instant before = Instant.now().minusSeconds(2);
        deadLetter(Queue.DELIVER, "not-json", "<xml/>");
        assertThat(receiveAll(Queue.DELIVER)).singleElement().satisfies(message -> {
            assertThat(message.reason()).isEqualTo("not-json");
            assertThat(message.body()).isEqualTo("<xml/>");
            assertThat(message.sentAt()).isBetween(before, Instant.now().plusSeconds(2));
        });
        assertThat(receiveAll(Queue.PUBLISH)).isEmpty();
    }

    @Test
    void aMessageThatSqsMovedWasReceivedTooOften() {
        wearOut(Queue.PUBLISH, PLAN);
        assertThat(receiveAll(Queue.PUBLISH)).singleElement().satisfies(message -> {
            assertThat(message.reason()).isEqualTo(DeadLetterMessage.TOO_MANY_RECEIVES);
            assertThat(message.body()).isEqualTo(PLAN);
        });
    }

    @Test
    void aReceivedMessageIsHiddenUntilItIsReleased() {
        List<String> bodies =
                IntStream.range(0, 25).mapToObj(i -> "message " + i).toList();
        bodies.forEach(body -> deadLetter(Queue.DELIVER, "not-json", body));
        List<DeadLetterMessage> first = receiveAll(Queue.DELIVER);
        assertThat(first).extracting(DeadLetterMessage::body).containsExactlyInAnyOrderElementsOf(bodies);
        assertThat(store().inFlight(Queue.DELIVER)).isEqualTo(25);
        store().release(Queue.DELIVER, handles(first));
        assertThat(store().inFlight(Queue.DELIVER)).isZero();
        List<DeadLetterMessage> second = receiveAll(Queue.DELIVER);
        assertThat(second)
                .extracting(message -> message.handle().id())
                .containsExactlyInAnyOrderElementsOf(
                        first.stream().map(message -> message.handle().id()).toList());
    }

    @Test
    void aMessageThatIsNotReleasedReturnsAfterItsTimeout() {
        deadLetter(Queue.DELIVER, "not-json", "<xml/>");
        assertThat(store().receive(Queue.DELIVER, Duration.ofSeconds(1))).hasSize(1);
        pass(Duration.ofSeconds(1));
        await().atMost(MINUTE)
                .until(() -> !store().receive(Queue.DELIVER, MINUTE).isEmpty());
    }

    @Test
    void aRedrivenMessageIsInItsQueueAndNoLongerDeadLettered() {
        deadLetter(Queue.PUBLISH, "unknown-version", PLAN);
        deadLetter(Queue.PUBLISH, "not-json", "{\u00e9");
        List<DeadLetterMessage> messages = receiveAll(Queue.PUBLISH);
        assertThat(store().redrive(Queue.PUBLISH, messages)).isEqualTo(messages);
        assertThat(arrived(Queue.PUBLISH, 2))
                .containsExactlyInAnyOrder(new Arrived(laterPlan(messages), "ann"), new Arrived("{\u00e9", null));
        store().release(Queue.PUBLISH, handles(messages));
        assertThat(receiveAll(Queue.PUBLISH)).isEmpty();
    }

    private static String laterPlan(List<DeadLetterMessage> messages) {
        DeadLetterMessage dead = messages.stream()
                .filter(message -> message.body().equals(PLAN))
                .findFirst()
                .orElseThrow();
        return MessageCodec.encode(Plan.of(JOB, user("ann")).next().withFirstSentAt(dead.sentAt()));
    }

    /** An earlier handler of the message may have died: the next one must know. */
    @Test
    void aRedrivenSliceIsALaterAttempt() {
        Slice slice = new Slice(1, user("a"), user("b"), 2);
        List<UserId> users = List.of(user("a"), user("b"));
        Deliver dead = new Deliver(JOB, user("ann"), slice, Remaining.of(users), new SendHistory(3, null, 0));
        deadLetter(Queue.DELIVER, "impossible-state", MessageCodec.encode(dead));
        DeadLetterMessage message = receiveAll(Queue.DELIVER).getFirst();
        store().redrive(Queue.DELIVER, List.of(message));
        Deliver redriven =
                (Deliver) Messages.decode(arrived(Queue.DELIVER, 1).getFirst().body());
        SendHistory later = new SendHistory(4, message.sentAt().truncatedTo(ChronoUnit.MILLIS), 0);
        assertThat(redriven).isEqualTo(new Deliver(JOB, user("ann"), slice, Remaining.of(users), later));
    }

    @Test
    void messagesThatDoNotFitIntoOneRequestAreRedriven() {
        List<String> bodies =
                IntStream.range(0, 6).mapToObj(i -> i + "x".repeat(200_000)).toList();
        bodies.forEach(body -> deadLetter(Queue.DELIVER, "too-large", body));
        List<DeadLetterMessage> messages = receiveAll(Queue.DELIVER);
        assertThat(store().redrive(Queue.DELIVER, messages)).hasSize(6);
        assertThat(arrived(Queue.DELIVER, 6)).extracting(Arrived::body).containsExactlyInAnyOrderElementsOf(bodies);
    }

    @Test
    void concurrentRedrivesMoveEachDeadLetterOnce() {
        int count = 60;
        IntStream.range(0, count).forEach(i -> deadLetter(Queue.DELIVER, "not-json", "message " + i));
        Callable<Integer> racer = () -> {
            int moved = 0;
            List<DeadLetterMessage> messages = store().receive(Queue.DELIVER, MINUTE);
            while (!messages.isEmpty()) {
                moved += store().redrive(Queue.DELIVER, messages).size();
                messages = store().receive(Queue.DELIVER, MINUTE);
            }
            return moved;
        };
        assertThat(Race.of(3, racer).stream().mapToInt(Integer::intValue).sum()).isEqualTo(count);
        assertThat(arrived(Queue.DELIVER, count))
                .extracting(Arrived::body)
                .doesNotHaveDuplicates()
                .hasSize(count);
        assertThat(receiveAll(Queue.DELIVER)).isEmpty();
    }
}
