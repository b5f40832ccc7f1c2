package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.fanout.Slice;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.Deliver;
import io.feedmill.common.queue.QueueMessage.Plan;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.sqs.model.Message;

/** Messages that no handler can understand. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PoisonIT {
    private static final PostId UNKNOWN = PostId.create(1, new Random(1));
    private static final String PLAN = MessageCodec.encode(Plan.of(UNKNOWN, "ann"));
    private static final String SLICE =
            MessageCodec.encode(new Deliver(UNKNOWN, "ann", new Slice(1, "a", "b", 2), List.of("a", "b"), 0, null));

    private Feedmill feedmill;

    @BeforeAll
    void start() {
        feedmill = Feedmill.on(Endpoints.embedded()).worker();
    }

    @AfterAll
    void stop() {
        feedmill.close();
    }

    static Stream<Arguments> poison() {
        return Stream.of(
                Arguments.of(Queue.PUBLISH, "<xml/>", "unreadable: not JSON"),
                Arguments.of(Queue.DELIVER, "{\"v\":1", "unreadable: not JSON"),
                Arguments.of(Queue.PUBLISH, PLAN.replace("\"v\":1", "\"v\":2"), "unreadable: unknown version"),
                Arguments.of(Queue.DELIVER, SLICE.replace("deliver", "devour"), "unreadable: unknown type"),
                Arguments.of(Queue.PUBLISH, PLAN, "no such job: there is no job " + UNKNOWN),
                Arguments.of(Queue.DELIVER, SLICE, "no such job: there is no job " + UNKNOWN));
    }

    @ParameterizedTest
    @MethodSource("poison")
    void isPutAsideWithItsReason(Queue queue, String body, String reason) {
        feedmill.queues().send(queue, body);
        List<Message> dead = await().atMost(Duration.ofMinutes(1))
                .until(() -> feedmill.queues().takeDead(queue), found -> !found.isEmpty());
        assertThat(dead).singleElement().extracting(Message::body).isEqualTo(body);
        assertThat(dead)
                .singleElement()
                .extracting(message -> message.messageAttributes().get("reason"))
                .extracting("stringValue")
                .isEqualTo(reason);
        await().atMost(Duration.ofMinutes(1)).until(() -> feedmill.queues().size(queue) == 0);
    }
}
