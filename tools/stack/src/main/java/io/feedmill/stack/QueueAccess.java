package io.feedmill.stack;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.SqsQueueSender;
import java.net.HttpURLConnection;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.SqsException;

/** Sends messages to the queues, counts them, and takes dead-letter messages. Thread-safe. */
public record QueueAccess(SqsClient sqs, QueueSchema queues) implements AutoCloseable {
    private static final int MAX_MESSAGES = 10;

    void create() {
        queues.create(sqs);
    }

    /** A message of a dead-letter queue, by the name of its own queue without prefix. No reason: SQS itself moved a message that was received too often. */
    public record DeadLetter(
            String queue, String body, @Nullable String reason) {}

    /** Returns what sends messages as processes do. */
    public QueueSender sender() {
        return new SqsQueueSender(sqs, queues, StorageGate.open());
    }

    /** Sends a text to the queue of that name, without prefix. */
    public void send(String queue, String text) {
        Queue known = Queue.ofSuffix(queue).orElseThrow(() -> new IllegalArgumentException("Unknown queue " + queue));
        send(known, text, Map.of());
    }

    /** Sends a text; false: SQS refuses it. Attributes are by name and type, a space between; values of a type {@code Binary} are Latin-1. */
    public boolean send(Queue queue, String text, Map<String, String> attributes) {
        String url = url(queues.name(queue));
        Map<String, MessageAttributeValue> values = attributes.entrySet().stream()
                .collect(Collectors.toMap(
                        attribute -> attribute
                                .getKey()
                                .substring(0, attribute.getKey().indexOf(' ')),
                        QueueAccess::value,
                        (one, other) -> one));
        try {
            sqs.sendMessage(r ->
                    r.queueUrl(url).messageBody(text).messageGroupId("chaos").messageAttributes(values));
            return true;
        } catch (SqsException e) {
            if (e.statusCode() == HttpURLConnection.HTTP_BAD_REQUEST) {
                return false;
            }
            throw e;
        }
    }

    private static MessageAttributeValue value(Map.Entry<String, String> attribute) {
        String type = attribute.getKey().substring(attribute.getKey().indexOf(' ') + 1);
        MessageAttributeValue.Builder value = MessageAttributeValue.builder().dataType(type);
        return type.startsWith("Binary")
                ? value.binaryValue(SdkBytes.fromString(attribute.getValue(), StandardCharsets.ISO_8859_1))
                        .build()
                : value.stringValue(attribute.getValue()).build();
    }

    /** Returns the number of messages, in flight, too, but not of dead letters, nor of delayed messages of unfollows: their second look waits for minutes. */
    public int messages() {
        QueueSizes sizes = new QueueSizes(sqs, queues);
        return Math.toIntExact(Stream.of(Queue.values())
                .mapToLong(queue -> {
                    QueueSizes.QueueSize size = sizes.of(queue);
                    return size.visible() + size.inFlight() + (queue == Queue.UPKEEP ? 0 : size.delayed());
                })
                .sum());
    }

    /** Returns the number of delayed messages of follows and unfollows. */
    long delayedUpkeep() {
        return new QueueSizes(sqs, queues).of(Queue.UPKEEP).delayed();
    }

    /** Receives and deletes all dead-letter messages: a second call returns only new ones. */
    public List<DeadLetter> takeDeadLetters() {
        List<DeadLetter> taken = new ArrayList<>();
        for (Queue queue : Queue.values()) {
            String url = url(queues.deadName(queue));
            for (List<Message> batch = receive(url); !batch.isEmpty(); batch = receive(url)) {
                for (Message message : batch) {
                    MessageAttributeValue reason = message.messageAttributes().get(DeadLetterSender.REASON);
                    taken.add(new DeadLetter(
                            queue.suffix(), message.body(), reason == null ? null : reason.stringValue()));
                    sqs.deleteMessage(r -> r.queueUrl(url).receiptHandle(message.receiptHandle()));
                }
            }
        }
        return taken;
    }

    /** Sets the visibility timeout of all queues: how long a message stays hidden after the worker that received it died. */
    public void setVisibility(Duration timeout) {
        Map<QueueAttributeName, String> attribute =
                Map.of(QueueAttributeName.VISIBILITY_TIMEOUT, Long.toString(timeout.toSeconds()));
        for (Queue queue : Queue.values()) {
            String url = url(queues.name(queue));
            sqs.setQueueAttributes(r -> r.queueUrl(url).attributes(attribute));
        }
    }

    @Override
    public void close() {
        sqs.close();
    }

    private List<Message> receive(String url) {
        return sqs.receiveMessage(r -> r.queueUrl(url)
                        .maxNumberOfMessages(MAX_MESSAGES)
                        .waitTimeSeconds(0)
                        .messageAttributeNames("All"))
                .messages();
    }

    private String url(String name) {
        return sqs.getQueueUrl(r -> r.queueName(name)).queueUrl();
    }
}
