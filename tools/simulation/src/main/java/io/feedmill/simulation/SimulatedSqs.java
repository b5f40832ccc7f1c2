package io.feedmill.simulation;

import io.feedmill.common.queue.Queue;
import io.feedmill.simulation.Wire.SendFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResponse;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityRequest;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageRequest;
import software.amazon.awssdk.services.sqs.model.DeleteMessageResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueAttributesResponse;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlRequest;
import software.amazon.awssdk.services.sqs.model.GetQueueUrlResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResultEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;
import software.amazon.awssdk.services.sqs.model.SqsRequest;

/** A process's client of the queues. */
final class SimulatedSqs implements SqsClient {
    private static final String URL = "https://sqs.simulated/";

    private final MemorySqs queues;
    private final Wire wire;

    SimulatedSqs(MemorySqs queues, Wire wire) {
        this.queues = queues;
        this.wire = wire;
    }

    private static String name(String url) {
        return url.substring(URL.length());
    }

    private static Duration visibility(String queue) {
        return java.util.Arrays.stream(Queue.values())
                .filter(each -> queue.endsWith(each.suffix()))
                .findFirst()
                .map(Queue::visibility)
                .orElse(Duration.ofSeconds(30));
    }

    private <T> T call(String operation, SqsRequest request, Supplier<T> effect) {
        return wire.sqs(operation, request, fault -> switch (fault) {
            case NONE -> effect.get();
            case REFUSED ->
                throw SqsException.builder()
                        .statusCode(503)
                        .message("The service is unavailable")
                        .awsErrorDetails(AwsErrorDetails.builder()
                                .serviceName("Sqs")
                                .errorCode("ServiceUnavailable")
                                .errorMessage("The service is unavailable")
                                .build())
                        .build();
            case ANSWER_LOST -> {
                Objects.requireNonNull(effect.get());
                throw ApiCallTimeoutException.create(2_000);
            }
        });
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    @Override
    public GetQueueUrlResponse getQueueUrl(GetQueueUrlRequest request) {
        return GetQueueUrlResponse.builder().queueUrl(URL + request.queueName()).build();
    }

    @Override
    public GetQueueAttributesResponse getQueueAttributes(GetQueueAttributesRequest request) {
        String queue = name(request.queueUrl());
        return call(
                "GetQueueAttributes",
                request,
                () -> GetQueueAttributesResponse.builder()
                        .attributes(queues.sizes(queue, visibility(queue)))
                        .build());
    }

    @Override
    public SendMessageResponse sendMessage(SendMessageRequest request) {
        return call(
                "SendMessage",
                request,
                () -> SendMessageResponse.builder()
                        .messageId(queues.send(
                                name(request.queueUrl()),
                                request.messageBody(),
                                request.delaySeconds(),
                                request.messageAttributes()))
                        .build());
    }

    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
        return call("SendMessageBatch", request, () -> {
            List<SendMessageBatchResultEntry> sent = new ArrayList<>();
            List<BatchResultErrorEntry> failed = new ArrayList<>();
            for (SendMessageBatchRequestEntry entry : request.entries()) {
                SendFault fault = wire.ofEntry();
                if (fault != SendFault.REFUSED) {
                    queues.send(
                            name(request.queueUrl()),
                            entry.messageBody(),
                            entry.delaySeconds(),
                            entry.messageAttributes());
                }
                if (fault == SendFault.NONE) {
                    sent.add(
                            SendMessageBatchResultEntry.builder().id(entry.id()).build());
                } else {
                    failed.add(BatchResultErrorEntry.builder()
                            .id(entry.id())
                            .code("InternalError")
                            .build());
                }
            }
            return SendMessageBatchResponse.builder()
                    .successful(sent)
                    .failed(failed)
                    .build();
        });
    }

    /** Waits for messages as long as the request says; the answer that brings them may be lost. */
    @Override
    public ReceiveMessageResponse receiveMessage(ReceiveMessageRequest request) {
        String queue = name(request.queueUrl());
        Duration hidden = Optional.ofNullable(request.visibilityTimeout())
                .map(Duration::ofSeconds)
                .orElseGet(() -> visibility(queue));
        int max = Objects.requireNonNullElse(request.maxNumberOfMessages(), 1);
        wire.awaitMessages(queue, Duration.ofSeconds(Objects.requireNonNullElse(request.waitTimeSeconds(), 0)));
        return call("ReceiveMessage", request, () -> {
            List<Message> received = queues.receive(queue, max, hidden);
            received.forEach(message -> wire.received(queue, message));
            return ReceiveMessageResponse.builder().messages(received).build();
        });
    }

    @Override
    public DeleteMessageResponse deleteMessage(DeleteMessageRequest request) {
        return call("DeleteMessage", request, () -> {
            queues.delete(name(request.queueUrl()), request.receiptHandle());
            return DeleteMessageResponse.builder().build();
        });
    }

    @Override
    public DeleteMessageBatchResponse deleteMessageBatch(DeleteMessageBatchRequest request) {
        return call("DeleteMessageBatch", request, () -> {
            request.entries().forEach(entry -> queues.delete(name(request.queueUrl()), entry.receiptHandle()));
            return DeleteMessageBatchResponse.builder()
                    .successful(request.entries().stream()
                            .map(entry -> DeleteMessageBatchResultEntry.builder()
                                    .id(entry.id())
                                    .build())
                            .toList())
                    .build();
        });
    }

    @Override
    public ChangeMessageVisibilityResponse changeMessageVisibility(ChangeMessageVisibilityRequest request) {
        return call("ChangeMessageVisibility", request, () -> {
            queues.changeVisibility(name(request.queueUrl()), request.receiptHandle(), request.visibilityTimeout());
            return ChangeMessageVisibilityResponse.builder().build();
        });
    }

    /** Returns the client that the library changes the visibility of a message with: it has answered when it returns. */
    SqsAsyncClient visibilityClient() {
        return new SqsAsyncClient() {
            @Override
            public CompletableFuture<ChangeMessageVisibilityResponse> changeMessageVisibility(
                    ChangeMessageVisibilityRequest request) {
                return CompletableFuture.supplyAsync(
                        () -> SimulatedSqs.this.changeMessageVisibility(request), Runnable::run);
            }

            @Override
            public String serviceName() {
                return SERVICE_NAME;
            }

            @Override
            public void close() {}
        };
    }

    @Override
    public ChangeMessageVisibilityBatchResponse changeMessageVisibilityBatch(
            ChangeMessageVisibilityBatchRequest request) {
        return call("ChangeMessageVisibilityBatch", request, () -> {
            request.entries()
                    .forEach(entry -> queues.changeVisibility(
                            name(request.queueUrl()), entry.receiptHandle(), entry.visibilityTimeout()));
            return ChangeMessageVisibilityBatchResponse.builder()
                    .successful(request.entries().stream()
                            .map(entry -> ChangeMessageVisibilityBatchResultEntry.builder()
                                    .id(entry.id())
                                    .build())
                            .toList())
                    .build();
        });
    }
}
