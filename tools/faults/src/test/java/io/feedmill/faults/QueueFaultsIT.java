package io.feedmill.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import io.feedmill.faults.script.Distribution;
import io.feedmill.faults.script.Fault;
import io.feedmill.faults.script.FaultKind;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.server.SharedEmulators;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** The SDK's client, which checks each message's digest, through the proxy to ElasticMQ. The proxy's time moves only if a test moves it. */
@Tag("full")
@Timeout(60)
class QueueFaultsIT {
    private static final URI REAL = SharedEmulators.get().queues().endpoint();
    private static final SettableClock CLOCK = new SettableClock();

    @AutoClose
    private static final FaultProxy PROXY = FaultProxy.start(REAL, Script.NONE, 0, CLOCK::nanoTime);

    @AutoClose
    private static final SqsClient DIRECT = AwsClients.sqs(REAL);

    @AutoClose
    private static final SqsClient CLIENT = AwsClients.sqs(PROXY.endpoint());

    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Distribution LATER = new Distribution.Fixed(SECOND);
    private static final Distribution AT_ONCE = new Distribution.Fixed(Duration.ZERO);

    private String queue = "";

    @BeforeEach
    void createQueue() {
        PROXY.replaceScript(Script.NONE);
        queue = DIRECT.createQueue(r -> r.queueName("faults-" + UUID.randomUUID())
                        .attributes(Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, "30")))
                .queueUrl();
    }

    @AfterEach
    void deleteQueue() {
        DIRECT.deleteQueue(r -> r.queueUrl(queue));
    }

    @Test
    void knowsTheHighestReceiveCount() {
        try (FaultProxy proxy = FaultProxy.start(REAL, Script.NONE, 0);
                SqsClient client = AwsClients.sqs(proxy.endpoint())) {
            client.sendMessage(r -> r.queueUrl(queue).messageBody("one"));
            for (int receives = 1; receives <= 3; receives++) {
                client.receiveMessage(r -> r.queueUrl(queue)
                        .visibilityTimeout(0)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL));
                assertThat(proxy.statistics().highestReceiveCount()).isEqualTo(receives);
            }
        }
    }

    @Test
    void aDeletedMessageIsRedeliveredUpToItsMaximum() {
        inject(new Fault.Duplicate(3, LATER));
        long before = PROXY.statistics().injected(FaultKind.DUPLICATE);
        send("one");
        List<Message> deliveries = new ArrayList<>(receive());
        delete(deliveries.getFirst());
        for (int i = 0; i < 4; i++) {
            assertThat(receive()).isEmpty();
            CLOCK.advance(SECOND);
            List<Message> again = receive();
            again.forEach(this::delete);
            deliveries.addAll(again);
        }
        assertThat(deliveries).hasSizeBetween(2, 4).extracting(Message::body).containsOnly("one");
        assertThat(deliveries)
                .extracting(Message::messageId)
                .containsOnly(deliveries.getFirst().messageId());
        assertThat(deliveries).extracting(Message::receiptHandle).doesNotHaveDuplicates();
        assertThat(deliveries)
                .extracting(message -> message.attributes().get(MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT))
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(PROXY.statistics().injected(FaultKind.DUPLICATE) - before).isEqualTo(deliveries.size() - 1);
        assertThat(left()).isZero();
    }

    @Test
    void deletingACopyDeletesTheMessageAndOtherCopiesMayBeDeleted() {
        List<Message> deliveries = deliveredTwice();
        delete(deliveries.get(1));
        assertThat(left()).isZero();
        delete(deliveries.get(0));
        assertThat(deleteBatch(deliveries).failed()).isEmpty();
        assertThat(deleteBatch(deliveredTwice().reversed()).successful()).hasSize(2);
        assertThat(left()).isZero();
    }

    @Test
    void theVisibilityOfACopyIsThatOfTheMessage() {
        List<Message> deliveries = deliveredTwice();
        changeVisibility(deliveries.get(1), 0);
        await().until(() -> DIRECT.receiveMessage(r -> r.queueUrl(queue)).messages(), again -> again.size() == 1);
        delete(deliveries.get(0));
        changeVisibility(deliveries.get(1), 30);
    }

    @Test
    void aDelayedReceiveIsOvertaken() {
        send("first");
        inject(new Fault.Reorder(LATER));
        assertThat(receive()).isEmpty();
        PROXY.replaceScript(Script.NONE);
        send("second");
        List<Message> overtook = receive();
        assertThat(overtook).extracting(Message::body).containsExactly("second");
        CLOCK.advance(SECOND);
        List<Message> late = receive();
        assertThat(late).extracting(Message::body).containsExactly("first");
        delete(late.getFirst());
        delete(overtook.getFirst());
        assertThat(left()).isZero();
    }

    @Test
    void aDelayedMessageIsNotVisibleYet() {
        inject(new Fault.DelayDelivery(LATER));
        send("one");
        assertThat(DIRECT.getQueueAttributes(r -> r.queueUrl(queue).attributeNames(QueueAttributeName.ALL))
                        .attributes())
                .containsEntry(QueueAttributeName.APPROXIMATE_NUMBER_OF_MESSAGES_DELAYED, "1");
        await().until(this::receive, messages -> messages.size() == 1);
    }

    @Test
    void aDeleteThatFailsSaysSoAndTheMessageStays() {
        inject(new Fault.FailDelete(false));
        send("one");
        Message message = receive().getFirst();
        assertThatThrownBy(() -> delete(message)).isInstanceOfSatisfying(SqsException.class, e -> {
            assertThat(e.statusCode()).isEqualTo(500);
            assertThat(e.awsErrorDetails().errorCode()).isEqualTo("InternalFailure");
        });
        assertThat(deleteBatch(List.of(message)).failed())
                .extracting(BatchResultErrorEntry::id)
                .containsExactly("m0");
        changeVisibility(message, 0);
        await().until(this::receive, messages -> messages.size() == 1);
    }

    @Test
    void aDeleteThatFailsSilentlyDoesNotSaySo() {
        inject(new Fault.FailDelete(true));
        send("one");
        Message message = receive().getFirst();
        delete(message);
        assertThat(deleteBatch(List.of(message)).successful()).hasSize(1);
        changeVisibility(message, 0);
        await().until(this::receive, messages -> messages.size() == 1);
    }

    @Test
    void ofABatchOfDeletesOnlySomeFail() {
        PROXY.replaceScript(Script.of(3, Rule.of(new Fault.FailDelete(false)).withProbability(0.5)));
        IntStream.range(0, 10).forEach(i -> send("m" + i));
        List<Message> messages = new ArrayList<>();
        await().until(() -> messages.addAll(receive()) && messages.size() == 10);
        DeleteMessageBatchResponse answer = deleteBatch(messages);
        assertThat(answer.failed()).isNotEmpty().hasSizeLessThan(10);
        assertThat(answer.successful()).hasSize(10 - answer.failed().size());
        assertThat(left()).isEqualTo(answer.failed().size());
    }

    @Test
    void queuesAreThrottled() {
        inject(new Fault.Throttle(ThrottlingError.PROVISIONED, Limit.ACCOUNT));
        assertThatThrownBy(() -> send("one"))
                .isInstanceOfSatisfying(
                        SqsException.class,
                        e -> assertThat(e.isThrottlingException()).isTrue());
    }

    /** A message and its copy. */
    private List<Message> deliveredTwice() {
        inject(new Fault.Duplicate(1, AT_ONCE));
        send("one");
        List<Message> deliveries = new ArrayList<>();
        await().until(() -> deliveries.addAll(receive()) && deliveries.size() == 2);
        return deliveries;
    }

    private static void inject(Fault fault) {
        PROXY.replaceScript(Script.of(1, Rule.of(fault)));
    }

    private void send(String text) {
        CLIENT.sendMessage(r -> r.queueUrl(queue).messageBody(text));
    }

    private List<Message> receive() {
        return CLIENT.receiveMessage(r -> r.queueUrl(queue)
                        .maxNumberOfMessages(10)
                        .messageSystemAttributeNames(MessageSystemAttributeName.ALL))
                .messages();
    }

    private void delete(Message message) {
        CLIENT.deleteMessage(r -> r.queueUrl(queue).receiptHandle(message.receiptHandle()));
    }

    private DeleteMessageBatchResponse deleteBatch(List<Message> messages) {
        return CLIENT.deleteMessageBatch(r -> r.queueUrl(queue)
                .entries(IntStream.range(0, messages.size())
                        .mapToObj(i -> DeleteMessageBatchRequestEntry.builder()
                                .id("m" + i)
                                .receiptHandle(messages.get(i).receiptHandle())
                                .build())
                        .toList()));
    }

    private void changeVisibility(Message message, int seconds) {
        CLIENT.changeMessageVisibility(
                r -> r.queueUrl(queue).receiptHandle(message.receiptHandle()).visibilityTimeout(seconds));
        var entry = ChangeMessageVisibilityBatchRequestEntry.builder()
                .id("m")
                .receiptHandle(message.receiptHandle())
                .visibilityTimeout(seconds)
                .build();
        assertThat(CLIENT.changeMessageVisibilityBatch(r -> r.queueUrl(queue).entries(entry))
                        .failed())
                .isEmpty();
    }

    /** Returns the number of messages in the queue, in flight or not. */
    private int left() {
        return DIRECT
                .getQueueAttributes(r -> r.queueUrl(queue).attributeNames(QueueAttributeName.ALL))
                .attributes()
                .entrySet()
                .stream()
                .filter(attribute -> attribute.getKey().toString().startsWith("ApproximateNumberOfMessages"))
                .mapToInt(attribute -> Integer.parseInt(attribute.getValue()))
                .sum();
    }
}
