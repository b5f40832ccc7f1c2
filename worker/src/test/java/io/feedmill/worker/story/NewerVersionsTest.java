package io.feedmill.worker.story;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.sqs.listener.SqsHeaders.MessageSystemAttributes;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.UnknownValueException;
import io.feedmill.testkit.MemoryQueue.SentAgain;
import io.feedmill.testkit.Messages;
import io.feedmill.testkit.steps.Hook;
import io.feedmill.worker.work.Receipt;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.messaging.Message;
import org.springframework.messaging.support.GenericMessage;

/** Messages and rows of a newer version, which come while both versions run: they wait for a worker of that version. */
class NewerVersionsTest {
    private static final String NEWER = "{\"v\":2,\"type\":\"plan\",\"more\":[1]}";

    private final World world = World.of(4, "a", "b", "c", "d", "e");
    private final Instant sentAt = world.clock.instant();

    /** Receives a message of this age for the first time. */
    private void receive(Queue queue, String body, Duration age) {
        world.parts.listener().receive(queue, body, new Receipt(1, sentAt, sentAt.plus(age)));
    }

    private SentAgain sentAgain() {
        assertThat(world.queue.sentAgain()).hasSize(1);
        return world.queue.sentAgain().getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {NEWER, "{\"v\":1,\"type\":\"dance\"}"})
    void aMessageOfANewerVersionIsSentAgainAsItIs(String body) {
        receive(Queue.DELIVER, body, Duration.ZERO);
        assertThat(sentAgain()).isEqualTo(new SentAgain(Queue.DELIVER, body, sentAt, Duration.ofSeconds(2)));
        assertThat(world.dead).isEmpty();
        assertThat(world.parts.count("feedmill.queue.requeued", "queue", "deliver"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"0, false, 2", "2, false, 2", "30, false, 30", "60, false, 60", "899, false, 60", "30, true, 0"})
    void theDelayGrowsWithItsAgeExceptAtAStop(int age, boolean stop, int delay) {
        if (stop) {
            world.parts.deadlines().stop();
        }
        receive(Queue.PUBLISH, NEWER, Duration.ofSeconds(age));
        assertThat(sentAgain().delay()).isEqualTo(Duration.ofSeconds(delay));
    }

    @Test
    void itIsDeadLetteredAfterAQuarterOfAnHour() {
        receive(Queue.PUBLISH, NEWER, Duration.ofMinutes(15));
        assertThat(world.queue.sentAgain()).isEmpty();
        assertThat(world.dead).containsExactly("publish unknown-version: unknown version");
    }

    /** SQS gives each new message a new time: the attribute keeps the first. */
    @Test
    void theFirstSendCountsForEachNewMessage() {
        Receipt receipt = receipt(Long.toString(sentAt.minusSeconds(840).toEpochMilli()));
        assertThat(receipt.age()).isEqualTo(Duration.ofMinutes(14));
        assertThat(receipt.isRedelivery()).isFalse();
    }

    /** Foreign messages may have any text there. With a time in the future they would be requeued for ever. */
    @ParameterizedTest
    @ValueSource(strings = {"", "now", "-1", "1e3", "9223372036854775807", "9223372036854775808", "4102444800000"})
    void anImpossibleFirstSendDoesNotCount(String firstSentAt) {
        assertThat(receipt(firstSentAt).sentAt()).isEqualTo(sentAt);
    }

    private Receipt receipt(String firstSentAt) {
        return Receipt.of(newer(QueueSender.FIRST_SENT_AT, firstSentAt), sentAt);
    }

    private Message<String> newer(String header, String value) {
        return new GenericMessage<>(
                NEWER,
                Map.of(
                        MessageSystemAttributes.SQS_APPROXIMATE_RECEIVE_COUNT,
                        "1",
                        MessageSystemAttributes.SQS_SENT_TIMESTAMP,
                        Long.toString(sentAt.toEpochMilli()),
                        header,
                        value));
    }

    @Test
    void aBatchOfViewsLeavesTheOneOfANewerVersion() {
        assertThat(world.parts.views().receive(Map.of("newer", newer("another", "header"))))
                .containsExactly("newer");
        assertThat(sentAgain()).isEqualTo(new SentAgain(Queue.VIEWS, NEWER, sentAt, Duration.ofSeconds(2)));
    }

    private Hook meetsNewerRow(String call, int nth) {
        return world.steps.before(call, nth, () -> {
            throw new UnknownValueException("job", "job", "state", "PAUSED");
        });
    }

    @Test
    void aPlanOfAJobInANewerStateIsRequeuedAndThenDeadLettered() {
        meetsNewerRow("JobStore.find", 1);
        world.next();
        assertThat(sentAgain().queue()).isEqualTo(Queue.PUBLISH);
        assertThat(Messages.decode(sentAgain().body()))
                .isEqualTo(world.plan().withFirstSentAt(world.clock.instant()).next());
        assertThat(world.dead).isEmpty();

        meetsNewerRow("JobStore.find", 1);
        receive(Queue.PUBLISH, MessageCodec.encode(world.plan()), Duration.ofMinutes(15));
        assertThat(world.queue.sentAgain()).hasSize(1);
        assertThat(world.dead).containsExactly("publish unknown-value: Item job job has the unknown state PAUSED");
    }
}
