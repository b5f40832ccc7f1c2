package io.feedmill.common.queue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.common.FakeClient;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

class SqsQueueSenderTest {
    private static final MessageCodec CODEC = new MessageCodec(List.of(Plan.TYPE, Deliver.TYPE));
    private static final Plan PLAN = Plan.of(JobId.of(new PostId(1, "11111111111")), new UserId("ann"));

    private final FakeClient sqs = new FakeClient().answers(this::answer);
    private final SqsQueueSender sender =
            new SqsQueueSender(sqs.as(SqsClient.class), new QueueSchema("test-"), StorageGate.open());
    private List<String> refused = List.of();

    private Object answer(SdkRequest request) {
        return switch (request) {
            case GetQueueUrlRequest url ->
                GetQueueUrlResponse.builder()
                        .queueUrl("url of " + url.queueName())
                        .build();
            case SendMessageRequest send -> SendMessageResponse.builder().build();
            case SendMessageBatchRequest send ->
                SendMessageBatchResponse.builder()
                        .failed(refused.stream()
                                .filter(id -> send.entries().stream()
                                        .anyMatch(entry -> entry.id().equals(id)))
                                .map(id ->
                                        BatchResultErrorEntry.builder().id(id).build())
                                .toList())
                        .build();
            default -> throw new AssertionError(request);
        };
    }

    private List<SendMessageRequest> sent() {
        return sqs.requestsOf(SendMessageRequest.class);
    }

    private List<SendMessageBatchRequest> batches() {
        return sqs.requestsOf(SendMessageBatchRequest.class);
    }

    @Test
    void aMessageGoesToItsQueueInItsAuthorsGroup() {
        sender.send(PLAN, Duration.ofSeconds(7));
        assertThat(sent()).singleElement().satisfies(request -> {
            assertThat(request.queueUrl()).isEqualTo("url of test-publish");
            assertThat(request.messageGroupId()).isEqualTo("ann");
            assertThat(request.delaySeconds()).isEqualTo(7);
            assertThat(CODEC.decode(request.messageBody())).isEqualTo(PLAN);
        });
    }

    /** A received message does not tell its delay otherwise. */
    @Test
    void aDelayIsAnAttributeToo() {
        sender.send(PLAN, Duration.ofSeconds(7));
        assertThat(attribute(sent().getLast(), "delay")).isEqualTo("7");
        sender.send(PLAN);
        assertThat(sent().getLast().messageAttributes()).isEmpty();
    }

    /** One slice; with 900 recipients of 64 letters a message is almost as large as it may be. */
    private static Deliver slice(int number, int recipients) {
        List<UserId> users = IntStream.range(0, recipients)
                .mapToObj(user -> new UserId("u".repeat(60) + (1_000 + user)))
                .toList();
        Slice slice = new Slice(number, users.getFirst(), users.getLast(), recipients);
        return new Deliver(PLAN.job(), new UserId("ann"), slice, Remaining.of(users), SendHistory.FIRST);
    }

    private static List<Deliver> slices(int count, int recipients) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> slice(number, recipients))
                .toList();
    }

    private List<Integer> batchSizes() {
        return batches().stream().map(batch -> batch.entries().size()).toList();
    }

    @Test
    void slicesAreSentTenAtOnceInTheirAuthorsGroup() {
        List<Deliver> slices = slices(23, 2);
        sender.sendAll(slices);
        assertThat(batchSizes()).containsExactly(10, 10, 3);
        assertThat(batches())
                .flatExtracting(SendMessageBatchRequest::entries)
                .allSatisfy(entry -> assertThat(entry.messageGroupId()).isEqualTo("ann"))
                .extracting(entry -> CODEC.decode(entry.messageBody()))
                .containsExactlyElementsOf(slices);
        assertThat(sent()).isEmpty();
    }

    @Test
    void fewerLargeSlicesFitIntoABatch() {
        sender.sendAll(slices(9, 900));
        assertThat(batchSizes()).containsExactly(4, 4, 1);
    }

    @Test
    void aBatchHasRoomForTheTraceOfEachMessage() {
        IntStream.range(370, 400).forEach(recipients -> sender.sendAll(slices(10, recipients)));
        assertThat(batches())
                .allSatisfy(batch -> assertThat(batch.entries().stream()
                                .mapToInt(entry -> entry.messageBody().length() + 72)
                                .sum())
                        .isLessThanOrEqualTo(256 * 1_024));
        assertThat(batchSizes()).contains(10, 9);
    }

    @Test
    void entriesThatABatchRefusesAreSentAlone() {
        refused = List.of("1", "12");
        List<Deliver> slices = slices(13, 2);
        sender.sendAll(slices);
        assertThat(sent())
                .extracting(request -> CODEC.decode(request.messageBody()))
                .containsExactly(slices.get(1), slices.get(12));
    }

    @Test
    void sendsAMessageAgainUnchangedWithTheTimeOfItsFirstSend() {
        sender.sendAgain(Queue.VIEWS, "{?", Instant.ofEpochMilli(1_234), Duration.ofSeconds(60));
        SendMessageRequest request = sent().getLast();
        assertThat(request.queueUrl()).isEqualTo("url of test-views");
        assertThat(request.messageBody()).isEqualTo("{?");
        assertThat(request.delaySeconds()).isEqualTo(60);
        assertThat(attribute(request, "firstSentAt")).isEqualTo("1234");
        assertThat(attribute(request, QueueSender.DELAY)).isEqualTo("60");
    }

    private SendMessageRequest deadLetter(String body, String detail) {
        sender.deadLetter(Queue.DELIVER, body, DeadLetterReason.NOT_JSON, detail);
        return sent().getLast();
    }

    private static String attribute(SendMessageRequest request, String name) {
        return requireNonNull(request.messageAttributes().get(name)).stringValue();
    }

    @Test
    void deadLettersTheUnchangedBodyWithItsReason() {
        SendMessageRequest request = deadLetter("{?", "not JSON");
        assertThat(request.queueUrl()).isEqualTo("url of test-deliver-dead");
        assertThat(request.messageBody()).isEqualTo("{?");
        assertThat(attribute(request, "reason")).isEqualTo("not-json");
        assertThat(attribute(request, "detail")).isEqualTo("not JSON");
    }

    @Test
    void aLongDetailIsTruncated() {
        assertThat(attribute(deadLetter("{?", "d".repeat(256)), "detail")).hasSize(256);
        assertThat(attribute(deadLetter("{?", "d".repeat(257)), "detail")).isEqualTo("d".repeat(256));
    }

    /** SQS accepts 1 MiB with the attributes. A refused message would be redelivered until its queue moves it without a reason. */
    @Test
    void aBodyWithoutRoomForTheReasonIsTruncated() {
        int max = 1_023 * 1_024;
        assertThat(deadLetter("x".repeat(max), "too large").messageBody()).hasSize(max);
        assertThat(deadLetter("x".repeat(max + 1), "too large").messageBody()).isEqualTo("x".repeat(max));
        assertThat(deadLetter("ä".repeat(max), "too large").messageBody().getBytes(UTF_8))
                .hasSizeBetween(max - 2, max + 2);
    }

    @Test
    void aQueuesUrlIsRequestedOnce() {
        sender.send(PLAN);
        sender.send(PLAN);
        assertThat(sqs.requestsOf(GetQueueUrlRequest.class))
                .extracting(GetQueueUrlRequest::queueName)
                .containsExactly("test-publish");
    }

    @Test
    void anSqsErrorIsAStorageException() {
        sqs.fails(SqsException.builder()
                .statusCode(403)
                .awsErrorDetails(
                        AwsErrorDetails.builder().errorCode("AccessDenied").build())
                .build());
        assertThatExceptionOfType(StorageException.class)
                .isThrownBy(() -> sender.send(PLAN))
                .satisfies(e -> assertThat(e.kind()).isEqualTo(StorageException.Kind.FORBIDDEN));
    }
}
