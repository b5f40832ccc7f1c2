package io.feedmill.common.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.common.FakeClient;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** Requests and refusals of SQS that an emulator would hide. */
class SqsDeadLetterStoreTest {
    private final FakeClient sqs = new FakeClient().answers(this::answer);
    private final DeadLetterStore store = new SqsDeadLetterStore(
            sqs.as(SqsClient.class), new QueueSettings("test-", false), new MessageCodec(List.of(Plan.TYPE)));
    private List<String> unsendable = List.of();
    private List<String> undeletable = List.of();
    private boolean broken;

    /** Refuses entries by id; refuses everything if it is broken. */
    private Object answer(SdkRequest request) {
        if (broken && !(request instanceof GetQueueUrlRequest)) {
            throw SqsException.builder().statusCode(500).build();
        }
        return switch (request) {
            case GetQueueUrlRequest url ->
                GetQueueUrlResponse.builder().queueUrl(url.queueName()).build();
            case ReceiveMessageRequest receive ->
                ReceiveMessageResponse.builder().build();
            case SendMessageBatchRequest send ->
                SendMessageBatchResponse.builder().failed(errors(unsendable)).build();
            case DeleteMessageBatchRequest delete ->
                DeleteMessageBatchResponse.builder().failed(errors(undeletable)).build();
            case ChangeMessageVisibilityBatchRequest change ->
                ChangeMessageVisibilityBatchResponse.builder().build();
            default -> throw new AssertionError(request);
        };
    }

    private static List<BatchResultErrorEntry> errors(List<String> ids) {
        return ids.stream()
                .map(id -> BatchResultErrorEntry.builder()
                        .id(id)
                        .code("InternalError")
                        .build())
                .toList();
    }

    private static List<DeadLetterMessage> messages(String... bodies) {
        return IntStream.range(0, bodies.length)
                .mapToObj(i -> new DeadLetterMessage(handle(i), "not-json", Instant.EPOCH, bodies[i]))
                .toList();
    }

    private static Handle handle(int i) {
        return new Handle("id " + i, "receipt " + i);
    }

    /** Without a wait SQS asks only some of its servers, and may miss messages on the others. */
    @Test
    void waitsForMessagesOfEveryServer() {
        store.receive(Queue.DELIVER, Duration.ofSeconds(50));
        assertThat(sqs.requestsOf(ReceiveMessageRequest.class)).singleElement().satisfies(request -> {
            assertThat(request.queueUrl()).isEqualTo("test-deliver-dead");
            assertThat(request.waitTimeSeconds()).isPositive();
            assertThat(request.visibilityTimeout()).isEqualTo(50);
            assertThat(request.maxNumberOfMessages()).isEqualTo(10);
            assertThat(request.overrideConfiguration().orElseThrow().apiCallAttemptTimeout())
                    .hasValueSatisfying(limit -> assertThat(limit).isGreaterThan(Duration.ofSeconds(5)));
            assertThat(request.messageAttributeNames()).containsExactly("reason");
        });
    }

    @Test
    void removesOnlyWhatWasSent() {
        unsendable = List.of("1");
        List<DeadLetterMessage> messages = messages("a", "b", "c");
        assertThat(store.redrive(Queue.PUBLISH, messages)).containsExactly(messages.get(0), messages.get(2));
        assertThat(sqs.requestsOf(SendMessageBatchRequest.class))
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.queueUrl()).isEqualTo("test-publish");
                    assertThat(request.entries())
                            .extracting(SendMessageBatchRequestEntry::messageBody)
                            .containsExactly("a", "b", "c");
                });
        assertThat(sqs.requestsOf(DeleteMessageBatchRequest.class))
                .singleElement()
                .satisfies(request -> {
                    assertThat(request.queueUrl()).isEqualTo("test-publish-dead");
                    assertThat(request.entries())
                            .extracting(DeleteMessageBatchRequestEntry::receiptHandle)
                            .containsExactly("receipt 0", "receipt 2");
                });
    }

    @Test
    void removesNothingIfNothingWasSent() {
        unsendable = List.of("0");
        assertThat(store.redrive(Queue.PUBLISH, messages("a"))).isEmpty();
        assertThat(sqs.requestsOf(DeleteMessageBatchRequest.class)).isEmpty();
    }

    @Test
    void aMessageThatCannotBeRemovedStaysInTheDeadLetterQueue() {
        undeletable = List.of("0");
        List<DeadLetterMessage> messages = messages("a", "b");
        assertThat(store.redrive(Queue.PUBLISH, messages)).containsExactly(messages.get(1));
    }

    @Test
    void aBatchHasAtMost256KiB() {
        String[] bodies = {"a".repeat(200_000), "b".repeat(60_000), "c".repeat(10_000), "\u00e9".repeat(500_000), "e"};
        assertThat(store.redrive(Queue.PUBLISH, messages(bodies))).hasSize(5);
        assertThat(sqs.requestsOf(SendMessageBatchRequest.class))
                .extracting(request -> request.entries().size())
                .containsExactly(2, 1, 1, 1);
    }

    @Test
    void releasesTenAtATime() {
        store.release(
                Queue.DELIVER,
                IntStream.range(0, 25).mapToObj(SqsDeadLetterStoreTest::handle).toList());
        assertThat(sqs.requestsOf(ChangeMessageVisibilityBatchRequest.class))
                .extracting(request -> request.entries().size())
                .containsExactlyInAnyOrder(10, 10, 5);
        assertThat(sqs.requestsOf(ChangeMessageVisibilityBatchRequest.class))
                .flatExtracting(ChangeMessageVisibilityBatchRequest::entries)
                .extracting(ChangeMessageVisibilityBatchRequestEntry::visibilityTimeout)
                .containsOnly(0);
    }

    @Test
    void aMessageThatCannotBeReleasedWaitsForItsTimeout() {
        broken = true;
        assertThatCode(() -> store.release(Queue.DELIVER, List.of(handle(0)))).doesNotThrowAnyException();
    }

    @Test
    void anSqsErrorIsAStorageException() {
        broken = true;
        assertThatExceptionOfType(StorageException.class)
                .isThrownBy(() -> store.redrive(Queue.DELIVER, messages("a")))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.TRANSIENT));
    }
}
