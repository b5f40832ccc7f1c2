package io.feedmill.common.deadletter;

import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.SqsQueueSender.SqsBatch;
import io.feedmill.common.storage.StorageErrors;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Gatherers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/** The dead-letter messages in the queues {@code <queue>-dead}. */
@Component
public record SqsDeadLetterStore(SqsClient client, MessageCodec codec, QueueSizes sizes) implements DeadLetterStore {
    private static final Logger LOG = LoggerFactory.getLogger(SqsDeadLetterStore.class);

    /** Shorter polls ask only some of SQS's servers, and miss messages on the others. */
    private static final int POLL_SECONDS = 1;

    /** The timeout of a poll: messages of a lost answer stay hidden. */
    private static final Duration POLL_LIMIT = Duration.ofSeconds(10);

    /** Batches that are released at the same time. */
    private static final int IN_FLIGHT = 8;

    @Autowired
    public SqsDeadLetterStore(SqsClient client, QueueSettings settings, MessageCodec codec) {
        this(client, codec, new QueueSizes(client, settings.schema()));
    }

    @Override
    public List<DeadLetterMessage> receive(Queue queue, Duration hidden) {
        return StorageErrors.classified(() -> client.receiveMessage(r -> r.queueUrl(dead(queue))
                        .maxNumberOfMessages(MAX_AT_ONCE)
                        .waitTimeSeconds(POLL_SECONDS)
                        .visibilityTimeout((int) hidden.toSeconds())
                        .overrideConfiguration(c -> c.apiCallTimeout(POLL_LIMIT).apiCallAttemptTimeout(POLL_LIMIT))
                        .messageAttributeNames(DeadLetterSender.REASON)
                        .messageSystemAttributeNames(MessageSystemAttributeName.SENT_TIMESTAMP)))
                .messages()
                .stream()
                .map(SqsDeadLetterStore::message)
                .toList();
    }

    private static DeadLetterMessage message(Message message) {
        String sent = message.attributes().getOrDefault(MessageSystemAttributeName.SENT_TIMESTAMP, "0");
        String reason = message.messageAttributes().containsKey(DeadLetterSender.REASON)
                ? message.messageAttributes().get(DeadLetterSender.REASON).stringValue()
                : DeadLetterMessage.TOO_MANY_RECEIVES;
        return new DeadLetterMessage(
                new Handle(message.messageId(), message.receiptHandle()),
                reason,
                Instant.ofEpochMilli(Long.parseLong(sent)),
                message.body());
    }

    /** In parallel: ten thousand messages are a thousand calls. */
    @Override
    public void release(Queue queue, Collection<Handle> messages) {
        try (ExecutorService threads =
                Executors.newFixedThreadPool(IN_FLIGHT, Thread.ofVirtual().factory())) {
            messages.stream()
                    .gather(Gatherers.windowFixed(MAX_AT_ONCE))
                    .forEach(batch -> threads.execute(Context.current().wrap(() -> release(queue, batch))));
        }
    }

    private void release(Queue queue, List<Handle> batch) {
        try {
            client.changeMessageVisibilityBatch(
                    r -> r.queueUrl(dead(queue)).entries(SqsBatch.entries(batch, SqsDeadLetterStore::visible)));
        } catch (SdkException e) {
            LOG.atWarn()
                    .addKeyValue("queue", queue.suffix())
                    .addKeyValue("reason", StorageErrors.classify(e).reason())
                    .log("Cannot release dead-letter messages");
        }
    }

    private static ChangeMessageVisibilityBatchRequestEntry visible(String id, Handle message) {
        return ChangeMessageVisibilityBatchRequestEntry.builder()
                .id(id)
                .receiptHandle(message.receipt())
                .visibilityTimeout(0)
                .build();
    }

    @Override
    public List<DeadLetterMessage> redrive(Queue queue, List<DeadLetterMessage> messages) {
        List<DeadLetterMessage> done = new ArrayList<>();
        for (List<SendMessageBatchRequestEntry> batch : SqsBatch.of(SqsBatch.entries(messages, this::redriven))) {
            List<String> sent = send(queue, batch);
            List<String> removed = sent.isEmpty() ? sent : remove(queue, sent, messages);
            removed.forEach(id -> done.add(messages.get(Integer.parseInt(id))));
        }
        return done;
    }

    /** A new message in the group of its author. */
    private SendMessageBatchRequestEntry redriven(String id, DeadLetterMessage message) {
        UserId author = message.author(codec);
        return SendMessageBatchRequestEntry.builder()
                .id(id)
                .messageBody(message.redriven(codec))
                .messageGroupId(author == null ? null : author.value())
                .build();
    }

    private List<String> send(Queue queue, List<SendMessageBatchRequestEntry> batch) {
        List<String> ids = batch.stream().map(SendMessageBatchRequestEntry::id).toList();
        SendMessageBatchResponse response = StorageErrors.classified(() -> client.sendMessageBatch(
                r -> r.queueUrl(sizes.urls().of(sizes.queues().name(queue))).entries(batch)));
        return succeeded(ids, response.failed());
    }

    private List<String> remove(Queue queue, List<String> ids, List<DeadLetterMessage> messages) {
        List<DeleteMessageBatchRequestEntry> entries = ids.stream()
                .map(id -> DeleteMessageBatchRequestEntry.builder()
                        .id(id)
                        .receiptHandle(
                                messages.get(Integer.parseInt(id)).handle().receipt())
                        .build())
                .toList();
        DeleteMessageBatchResponse response = StorageErrors.classified(
                () -> client.deleteMessageBatch(r -> r.queueUrl(dead(queue)).entries(entries)));
        return succeeded(ids, response.failed());
    }

    private static List<String> succeeded(List<String> ids, List<BatchResultErrorEntry> failed) {
        List<String> succeeded = new ArrayList<>(ids);
        for (BatchResultErrorEntry entry : failed) {
            LOG.atWarn().addKeyValue("reason", entry.code()).log("Cannot redrive dead-letter message");
            succeeded.remove(entry.id());
        }
        return succeeded;
    }

    @Override
    public int inFlight(Queue queue) {
        return Math.toIntExact(sizes.ofDead(queue).inFlight());
    }

    private String dead(Queue queue) {
        return sizes.urls().of(sizes.queues().deadName(queue));
    }
}
