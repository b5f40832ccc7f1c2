package io.feedmill.common.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage;
import io.feedmill.common.deadletter.DeadLetterStore.DeadLetterMessage.Handle;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.QueueUrls;
import io.feedmill.common.storage.StorageErrors;
import io.opentelemetry.context.Context;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.ChangeMessageVisibilityBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

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

    /** The entries of SQS batch requests: the id of an entry is its index in the batch. */
    static final class DeadLetterBatch {
        /** The maximum of all messages of a batch, SQS's oldest limit. A larger message is a batch of its own. */
        private static final int MAX_BYTES = 256 * 1_024;

        private DeadLetterBatch() {}

        /** Batches of messages by their bytes, in their order. */
        static List<List<DeadLetterMessage>> byBytes(List<DeadLetterMessage> messages, MessageCodec codec) {
            List<List<DeadLetterMessage>> batches = new ArrayList<>();
            int room = 0;
            for (DeadLetterMessage message : messages) {
                int bytes = message.redriven(codec).getBytes(UTF_8).length + QueueSender.TRACE_BYTES;
                if (batches.isEmpty() || bytes > room) {
                    batches.add(new ArrayList<>());
                    room = MAX_BYTES;
                }
                batches.getLast().add(message);
                room -= bytes;
            }
            return batches;
        }

        static List<ChangeMessageVisibilityBatchRequestEntry> visible(List<Handle> messages) {
            return entries(
                    messages,
                    (id, message) -> ChangeMessageVisibilityBatchRequestEntry.builder()
                            .id(id)
                            .receiptHandle(message.receipt())
                            .visibilityTimeout(0)
                            .build());
        }

        /** New messages in the group of their author. */
        static List<SendMessageBatchRequestEntry> messages(List<DeadLetterMessage> messages, MessageCodec codec) {
            return entries(
                    messages,
                    (id, message) -> SendMessageBatchRequestEntry.builder()
                            .id(id)
                            .messageBody(message.redriven(codec))
                            .messageGroupId(group(message, codec))
                            .build());
        }

        private static @Nullable String group(DeadLetterMessage message, MessageCodec codec) {
            UserId author = message.author(codec);
            return author == null ? null : author.value();
        }

        static List<DeleteMessageBatchRequestEntry> removals(List<DeadLetterMessage> messages) {
            return entries(
                    messages,
                    (id, message) -> DeleteMessageBatchRequestEntry.builder()
                            .id(id)
                            .receiptHandle(message.handle().receipt())
                            .build());
        }

        private static <T, E> List<E> entries(List<T> batch, BiFunction<String, T, E> entry) {
            return IntStream.range(0, batch.size())
                    .mapToObj(i -> entry.apply(Integer.toString(i), batch.get(i)))
                    .toList();
        }

        /** The messages that did not fail. */
        static List<DeadLetterMessage> without(List<BatchResultErrorEntry> failed, List<DeadLetterMessage> messages) {
            Set<String> ids = failed.stream().map(BatchResultErrorEntry::id).collect(Collectors.toSet());
            return IntStream.range(0, messages.size())
                    .filter(i -> !ids.contains(Integer.toString(i)))
                    .mapToObj(messages::get)
                    .toList();
        }
    }
}
