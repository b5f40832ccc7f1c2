package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/** Messages that no handler can understand. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoisonIT {
    private static final PostId UNKNOWN = PostId.create(1, new Random(1));
    private static final String PLAN = MessageCodec.encode(Plan.of(JobId.of(UNKNOWN), user("ann")));
    private static final String SLICE = MessageCodec.encode(new Deliver(
            JobId.of(UNKNOWN),
            user("ann"),
            new Slice(1, user("a"), user("b"), 2),
            Remaining.of(users("a", "b")),
            SendHistory.FIRST));

    @AutoClose
    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded()).worker("feedmill.listeners.newer-versions=1s");

    static Stream<Arguments> poison() {
        return Stream.of(
                Arguments.of(Queue.PUBLISH, "<xml/>", "not-json", "not JSON"),
                Arguments.of(Queue.DELIVER, "{\"v\":1", "not-json", "not JSON"),
                Arguments.of(Queue.PUBLISH, PLAN.replace("\"v\":1", "\"v\":2"), "unknown-version", "unknown version"),
                Arguments.of(Queue.DELIVER, SLICE.replace("deliver", "devour"), "unknown-type", "unknown type"),
                Arguments.of(Queue.DELIVER, SLICE.replace("\"b\"]", "\"a\"]"), "malformed", "recipients do not ascend"),
                Arguments.of(Queue.PUBLISH, "x".repeat(65_537), "too-large", "larger than 65536 bytes"),
                Arguments.of(Queue.PUBLISH, PLAN, "no-such-job", "Job not found: " + UNKNOWN),
                Arguments.of(Queue.DELIVER, SLICE, "no-such-job", "Job not found: " + UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("poison")
    void isDeadLetteredWithItsReason(Queue queue, String body, String reason, String detail) {
        feedmill.queues().send(queue, body);
        assertDead(queue, body, reason, detail);
    }

    /** A body of the maximum size of SQS: with the reason it would be larger. */
    @Test
    void isDeadLetteredAtTheMaximumSizeOfSqs() {
        String body = "x".repeat(1_024 * 1_024);
        feedmill.queues().send(Queue.DELIVER, body);
        assertDead(Queue.DELIVER, body.substring(1_024), "too-large", "larger than 65536 bytes");
    }

    @Test
    void isDeadLetteredIfItContradictsItsJob() {
        PostId post = feedmill.publish("ann", "hello");
        String plan = MessageCodec.encode(Plan.of(JobId.of(post), user("bea")));
        feedmill.queues().send(Queue.PUBLISH, plan);
        assertDead(Queue.PUBLISH, plan, "impossible-state", "Job " + post + " has another author");
    }

    /** The library would drop such messages without a word, again and again. */
    @ParameterizedTest
    @CsvSource({
        "PUBLISH, JavaType, String, java.util.HashMap",
        "DELIVER, x, Number.nonsense, 1",
        "PUBLISH, firstSentAt, String, yesterday",
        "VIEWS, firstSentAt, Number.nonsense, 1"
    })
    void isDeadLetteredWhateverItsAttributes(Queue queue, String name, String type, String value) {
        MessageAttributeValue attribute = MessageAttributeValue.builder()
                .dataType(type)
                .stringValue(value)
                .build();
        feedmill.queues().send(queue, PLAN, r -> r.messageAttributes(Map.of(name, attribute)));
        assertDead(queue, PLAN, "no-such-job", "Job not found: " + UNKNOWN);
    }

    private void assertDead(Queue queue, String body, String reason, String detail) {
        List<Message> dead = await().atMost(Feedmill.PATIENCE)
                .until(() -> feedmill.queues().takeDead(queue), found -> !found.isEmpty());
        assertThat(dead).singleElement().satisfies(message -> {
            assertThat(message.body()).isEqualTo(body);
            assertThat(message.messageAttributes())
                    .extractingFromEntries(attribute ->
                            attribute.getKey() + ": " + attribute.getValue().stringValue())
                    .containsExactlyInAnyOrder("reason: " + reason, "detail: " + detail);
        });
        await().atMost(Feedmill.PATIENCE).until(() -> feedmill.queues().total(queue) == 0);
    }
}
