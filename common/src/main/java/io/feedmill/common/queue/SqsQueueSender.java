package io.feedmill.common.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.QueueSizes.QueueUrls;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.BatchResultErrorEntry;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageRequest;

/**
 * Sends to SQS. The message group of a standard queue is the author: fair queues keep one author's backlog from delaying the others.
 *
 * @see <a href="https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-fair-queues.html">Fair queues</a>
 */
public record SqsQueueSender(SqsClient client, QueueSchema queues, QueueUrls urls, StorageGate gate)
        implements QueueSender, DeadLetterSender {
    private static final int MAX_DETAIL = 256;

    /** The maximum body: SQS takes 1 MiB with the attributes. */
    private static final int MAX_DEAD_BYTES = 1_024 * 1_024 - 1_024;

    /** Sends by calls that the gate admits. */
    public SqsQueueSender(SqsClient client, QueueSchema queues, StorageGate gate) {
        this(client, queues, new QueueUrls(client), gate);
    }

    @Override
    public void send(QueueMessage message, Duration delay) {
        int seconds = (int) delay.toSeconds();
        send(
                queues.name(message.type().queue()),
                r -> r.messageBody(MessageCodec.encode(message))
                        .messageGroupId(message.author().value())
                        .delaySeconds(seconds)
                        .messageAttributes(seconds == 0 ? Map.of() : Map.of(DELAY, attribute(seconds))));
    }

    @Override
    public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
        int seconds = (int) delay.toSeconds();
        MessageAttributeValue first = attribute(firstSentAt.toEpochMilli());
        send(
                queues.name(queue),
                r -> r.messageBody(body)
                        .messageAttributes(Map.of(FIRST_SENT_AT, first, DELAY, attribute(seconds)))
                        .delaySeconds(seconds));
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

    private void send(String queue, Consumer<SendMessageRequest.Builder> message) {
        call(queue, url -> client.sendMessage(r -> message.accept(r.queueUrl(url))));
    }

    private <T> T call(String queue, Function<String, T> call) {
        return gate.call("SendMessage " + queue, () -> call.apply(urls.of(queue)));
    }

    /** Returns the refused entries: a batch is no transaction. Each is sent again alone, which shows the error. */
    private List<BatchResultErrorEntry> sendBatch(Queue queue, List<SendMessageBatchRequestEntry> batch) {
        return call(
                        queues.name(queue),
                        url -> client.sendMessageBatch(r -> r.queueUrl(url).entries(batch)))
                .failed();
    }

    @Override
    public void deadLetter(Queue queue, String body, DeadLetterReason reason, String detail) {
        String cut = detail.substring(0, Math.min(detail.length(), MAX_DETAIL));
        send(
                queues.deadName(queue),
                r -> r.messageBody(fitting(body))
                        .messageAttributes(Map.of(REASON, attribute(reason.value()), DETAIL, attribute(cut))));
    }

    /** Cuts a body that leaves no room for the attributes: refused by SQS, it would be received again and again. */
    private static String fitting(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        return bytes.length <= MAX_DEAD_BYTES ? body : new String(bytes, 0, MAX_DEAD_BYTES, UTF_8);
    }

    public static MessageAttributeValue attribute(Object value) {
        return MessageAttributeValue.builder()
                .dataType("String")
                .stringValue(value.toString())
                .build();
    }

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
