package io.feedmill.common.deadletter;

import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.QueueUrls;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** The dead-letter messages in the queues {@code <queue>-dead}. */
final class SqsDeadLetterStore implements DeadLetterStore {
    private static final Logger LOG = LoggerFactory.getLogger(SqsDeadLetterStore.class);

    /** Shorter polls ask only some of SQS's servers, and miss messages on the others. */
    private static final int POLL_SECONDS = 1;

    /** The timeout of a poll: messages of a lost answer stay hidden. */
    private static final Duration POLL_LIMIT = Duration.ofSeconds(10);

    /** Batches that are released at the same time. */
    private static final int IN_FLIGHT = 8;

    private final SqsClient client;
    private final QueueSchema queues;
    private final MessageCodec codec;
    private final QueueUrls urls;
    private final QueueSizes sizes;

    SqsDeadLetterStore(SqsClient client, QueueSchema queues, MessageCodec codec) {
        this.client = client;
        this.queues = queues;
        this.codec = codec;
        this.urls = new QueueUrls(client);
        this.sizes = new QueueSizes(client, queues);
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
            client.changeMessageVisibilityBatch(r -> r.queueUrl(dead(queue)).entries(DeadLetterBatch.visible(batch)));
        } catch (SdkException e) {
            LOG.atWarn()
                    .addKeyValue("queue", queue.suffix())
                    .addKeyValue("reason", StorageErrors.classify(e).reason())
                    .log("Cannot release dead-letter messages");
        }
    }

    @Override
    public List<DeadLetterMessage> redrive(Queue queue, List<DeadLetterMessage> messages) {
        List<DeadLetterMessage> done = new ArrayList<>();
        for (List<DeadLetterMessage> batch : DeadLetterBatch.byBytes(messages, codec)) {
            List<DeadLetterMessage> sent = send(queue, batch);
            done.addAll(sent.isEmpty() ? sent : remove(queue, sent));
        }
        return done;
    }

    private List<DeadLetterMessage> send(Queue queue, List<DeadLetterMessage> messages) {
        return succeeded(
                messages,
                StorageErrors.classified(() -> client.sendMessageBatch(r -> r.queueUrl(urls.of(queues.name(queue)))
                                .entries(DeadLetterBatch.messages(messages, codec))))
                        .failed());
    }

    private List<DeadLetterMessage> remove(Queue queue, List<DeadLetterMessage> messages) {
        return succeeded(
                messages,
                StorageErrors.classified(() -> client.deleteMessageBatch(
                                r -> r.queueUrl(dead(queue)).entries(DeadLetterBatch.removals(messages))))
                        .failed());
    }

    private static List<DeadLetterMessage> succeeded(
            List<DeadLetterMessage> messages, List<BatchResultErrorEntry> failed) {
        failed.forEach(
                entry -> LOG.atWarn().addKeyValue("reason", entry.code()).log("Cannot redrive dead-letter message"));
        return DeadLetterBatch.without(failed, messages);
    }

    @Override
    public int inFlight(Queue queue) {
        return Math.toIntExact(sizes.ofDead(queue).inFlight());
    }

    private String dead(Queue queue) {
        return urls.of(queues.deadName(queue));
    }

    /** The store of dead-letter messages. */
    @Configuration(proxyBeanMethods = false)
    static class DeadLetterConfiguration {

        @Bean
        DeadLetterStore deadLetterStore(SqsClient client, QueueSettings queues, MessageCodec codec) {
            return DeadLetterStore.in(client, queues.schema(), codec);
        }
    }
}
