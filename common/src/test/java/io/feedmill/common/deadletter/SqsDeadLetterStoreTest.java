package io.feedmill.common.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
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
    private final Sqs sqs = new Sqs();
    private final DeadLetterStore store =
            DeadLetterStore.in(sqs, new QueueSchema("test-"), new MessageCodec(List.of(Plan.TYPE)));

    /** Records requests and refuses entries by id; refuses everything if it is broken. */
    private static final class Sqs implements SqsClient {
        private final List<ReceiveMessageRequest> received = new ArrayList<>();
        private final List<SendMessageBatchRequest> sent = new ArrayList<>();
        private final List<DeleteMessageBatchRequest> deleted = new ArrayList<>();
        private final List<ChangeMessageVisibilityBatchRequest> changed =
                Collections.synchronizedList(new ArrayList<>());
        private List<String> unsendable = List.of();
        private List<String> undeletable = List.of();
        private boolean broken;

        @Override
        public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
            return GetQueueUrlResponse.builder().queueUrl(request.queueName()).build();
        }

        @Override
        public ReceiveMessageResponse receiveMessage(ReceiveMessageRequest request) {
            breakDown();
            received.add(request);
            return ReceiveMessageResponse.builder().build();
        }

        @Override
        public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
            breakDown();
            sent.add(request);
            return SendMessageBatchResponse.builder().failed(errors(unsendable)).build();
        }

        @Override
        public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
            breakDown();
            deleted.add(request);
            return DeleteMessageBatchResponse.builder()
                    .failed(errors(undeletable))
                    .build();
        }

        @Override
        public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
                ChangeMessageVisibilityBatchRequest request) {
            breakDown();
            changed.add(request);
            return ChangeMessageVisibilityBatchResponse.builder().build();
        }

        private void breakDown() {
            if (broken) {
                throw SqsException.builder().statusCode(500).build();
            }
        }

        private static List<BatchResultErrorEntry> errors(List<String> ids) {
            return ids.stream()
                    .map(id -> BatchResultErrorEntry.builder()
                            .id(id)
                            .code("InternalError")
                            .build())
                    .toList();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
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
        assertThat(sqs.received).singleElement().satisfies(request -> {
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
        sqs.unsendable = List.of("1");
        List<DeadLetterMessage> messages = messages("a", "b", "c");
        assertThat(store.redrive(Queue.PUBLISH, messages)).containsExactly(messages.get(0), messages.get(2));
        assertThat(sqs.sent).singleElement().satisfies(request -> {
            assertThat(request.queueUrl()).isEqualTo("test-publish");
            assertThat(request.entries())
                    .extracting(SendMessageBatchRequestEntry::messageBody)
                    .containsExactly("a", "b", "c");
        });
        assertThat(sqs.deleted).singleElement().satisfies(request -> {
            assertThat(request.queueUrl()).isEqualTo("test-publish-dead");
            assertThat(request.entries())
                    .extracting(DeleteMessageBatchRequestEntry::receiptHandle)
                    .containsExactly("receipt 0", "receipt 2");
        });
    }

    @Test
    void removesNothingIfNothingWasSent() {
        sqs.unsendable = List.of("0");
        assertThat(store.redrive(Queue.PUBLISH, messages("a"))).isEmpty();
        assertThat(sqs.deleted).isEmpty();
    }

    @Test
    void aMessageThatCannotBeRemovedStaysInTheDeadLetterQueue() {
        sqs.undeletable = List.of("0");
        List<DeadLetterMessage> messages = messages("a", "b");
        assertThat(store.redrive(Queue.PUBLISH, messages)).containsExactly(messages.get(1));
    }

    @Test
    void aBatchHasAtMost256KiB() {
        String[] bodies = {"a".repeat(200_000), "b".repeat(60_000), "c".repeat(10_000), "\u00e9".repeat(500_000), "e"};
        assertThat(store.redrive(Queue.PUBLISH, messages(bodies))).hasSize(5);
        assertThat(sqs.sent).extracting(request -> request.entries().size()).containsExactly(2, 1, 1, 1);
    }

    @Test
    void releasesTenAtATime() {
        store.release(
                Queue.DELIVER,
                IntStream.range(0, 25).mapToObj(SqsDeadLetterStoreTest::handle).toList());
        assertThat(sqs.changed).extracting(request -> request.entries().size()).containsExactlyInAnyOrder(10, 10, 5);
        assertThat(sqs.changed)
                .flatExtracting(ChangeMessageVisibilityBatchRequest::entries)
                .extracting(ChangeMessageVisibilityBatchRequestEntry::visibilityTimeout)
                .containsOnly(0);
    }

    @Test
    void aMessageThatCannotBeReleasedWaitsForItsTimeout() {
        sqs.broken = true;
        assertThatCode(() -> store.release(Queue.DELIVER, List.of(handle(0)))).doesNotThrowAnyException();
    }

    @Test
    void anSqsErrorIsAStorageException() {
        sqs.broken = true;
        assertThatExceptionOfType(StorageException.class)
                .isThrownBy(() -> store.redrive(Queue.DELIVER, messages("a")))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.TRANSIENT));
    }
}
