package io.feedmill.common.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Sends to SQS. The message group of a standard queue is the author: fair queues keep one author's backlog from delaying the others.
 *
 * @see <a href="https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html">Fair queues</a>
 */
public final class SqsQueueSender implements QueueSender, DeadLetterSender {
    private static final int MAX_DETAIL = 256;

    /** The maximum body: SQS takes 1 MiB with the attributes. */
    private static final int MAX_DEAD_BYTES = 1_024 * 1_024 - 1_024;

    private final SqsClient client;
    private final QueueSchema queues;
    private final QueueUrls urls;
    private final StorageGate gate;

    /** Sends by calls that the gate admits. */
    public SqsQueueSender(SqsClient client, QueueSchema queues, StorageGate gate) {
        this.client = client;
        this.queues = queues;
        this.urls = new QueueUrls(client);
        this.gate = gate;
    }

    @Override
    public void send(QueueMessage message, Duration delay) {
        int seconds = (int) delay.toSeconds();
        send(
                queues.name(message.type().queue()),
                url -> client.sendMessage(r -> r.queueUrl(url)
                        .messageBody(MessageCodec.encode(message))
                        .messageGroupId(message.author().value())
                        .delaySeconds(seconds)
                        .messageAttributes(
                                seconds == 0 ? Map.of() : Map.of(DELAY, attribute(Integer.toString(seconds))))));
    }

    @Override
    public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
        int seconds = (int) delay.toSeconds();
        send(
                queues.name(queue),
                url -> client.sendMessage(r -> r.queueUrl(url)
                        .messageBody(body)
                        .messageAttributes(Map.of(
                                FIRST_SENT_AT,
                                attribute(Long.toString(firstSentAt.toEpochMilli())),
                                DELAY,
                                attribute(Integer.toString(seconds))))
                        .delaySeconds(seconds)));
    }

    @Override
    public void sendAll(List<? extends QueueMessage> messages) {
        SqsBatch.of(SqsBatch.entries(messages, SqsQueueSender::entry))
                .forEach(batch -> sendBatch(messages.getFirst().type().queue(), batch)
                        .forEach(refused -> send(messages.get(Integer.parseInt(refused.id())))));
    }

    private static SendMessageBatchRequestEntry entry(String id, QueueMessage message) {
        return SendMessageBatchRequestEntry.builder()
                .id(id)
                .messageBody(MessageCodec.encode(message))
                .messageGroupId(message.author().value())
                .build();
    }

    /** Makes a call that sends to this queue. */
    private <T> T send(String queue, Function<String, T> call) {
        return gate.call("SendMessage " + queue, () -> call.apply(urls.of(queue)));
    }

    /** Returns the refused entries: a batch is no transaction. Each is sent again alone, which shows the error. */
    private List<BatchResultErrorEntry> sendBatch(Queue queue, List<SendMessageBatchRequestEntry> batch) {
        return send(
                queues.name(queue),
                url -> client.sendMessageBatch(r -> r.queueUrl(url).entries(batch))
                        .failed());
    }

    /** Sends it to the dead-letter queue, with reason and detail as attributes. */
    @Override
    public void deadLetter(Queue queue, String body, DeadLetterReason reason, String detail) {
        send(
                queues.deadName(queue),
                url -> client.sendMessage(r -> r.queueUrl(url)
                        .messageBody(fitting(body))
                        .messageAttributes(Map.of(
                                REASON,
                                attribute(reason.value()),
                                DETAIL,
                                attribute(detail.substring(0, Math.min(detail.length(), MAX_DETAIL)))))));
    }

    /** Cuts a body that leaves no room for the attributes: refused by SQS, it would be received again and again. */
    private static String fitting(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        return bytes.length <= MAX_DEAD_BYTES ? body : new String(bytes, 0, MAX_DEAD_BYTES, UTF_8);
    }

    private static MessageAttributeValue attribute(String value) {
        return MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(value)
                .build();
    }

    /** Entries of SQS batch requests. */
    public static final class SqsBatch {
        /** The maximum of all messages of a batch. SQS takes 1 MiB; emulators still have this older limit. A larger message is a batch of its own. */
        private static final int MAX_BYTES = 256 * 1_024;

        private SqsBatch() {}

        /** Returns an entry for each item; its id is the index of the item. */
        public static <T, E> List<E> entries(List<T> items, BiFunction<String, T, E> entry) {
            return IntStream.range(0, items.size())
                    .mapToObj(i -> entry.apply(Integer.toString(i), items.get(i)))
                    .toList();
        }

        /** Returns the entries in batches, in their order. */
        public static List<List<SendMessageBatchRequestEntry>> of(List<SendMessageBatchRequestEntry> entries) {
            List<List<SendMessageBatchRequestEntry>> batches = new ArrayList<>();
            int room = 0;
            for (SendMessageBatchRequestEntry entry : entries) {
                int bytes = entry.messageBody().getBytes(UTF_8).length + TRACE_BYTES;
                if (bytes > room || batches.getLast().size() == BATCH) {
                    batches.add(new ArrayList<>());
                    room = MAX_BYTES;
                }
                batches.getLast().add(entry);
                room -= bytes;
            }
            return batches;
        }
    }
}
