package io.feedmill.worker.listen;

import static software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName.APPROXIMATE_FIRST_RECEIVE_TIMESTAMP;
import static software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName.APPROXIMATE_RECEIVE_COUNT;
import static software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName.SENT_TIMESTAMP;

import io.feedmill.common.queue.QueueSender;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;
import software.amazon.awssdk.services.sqs.model.MessageSystemAttributeName;

/** What a poll brought. */
final class PolledMessages {
    private static final Set<String> OWN_ATTRIBUTES =
            Set.of(QueueSender.DELAY, QueueSender.FIRST_SENT_AT, QueueSender.TRACEPARENT);
    private static final String TYPE = "String";

    /** SQS delays by 15 minutes at most. Foreign messages may have any text there. */
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,3}");

    private PolledMessages() {}

    /**
     * Returns the messages with the attributes that workers read. The library converts all of them, and silently drops a message with an attribute
     * that it cannot convert: of an unknown type of number, or a {@code JavaType} that names another class. Nothing would handle or dead-letter such
     * a message.
     */
    static Collection<Message> withoutForeignAttributes(Collection<Message> polled) {
        return polled.stream().map(PolledMessages::withoutForeignAttributes).toList();
    }

    private static Message withoutForeignAttributes(Message message) {
        Map<String, MessageAttributeValue> all = message.messageAttributes();
        Map<String, MessageAttributeValue> own = all.entrySet().stream()
                .filter(attribute -> OWN_ATTRIBUTES.contains(attribute.getKey()))
                .filter(attribute -> TYPE.equals(attribute.getValue().dataType()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return own.size() == all.size()
                ? message
                : message.toBuilder().messageAttributes(own).build();
    }

    /**
     * Returns the longest wait of the messages in their queue: from their sending to their first receipt, both by the clock of SQS, without the delay
     * that they were sent with. Empty if none is received for the first time: a message that comes back waited for the
     * end of its visibility timeout.
     */
    static Optional<Duration> longestWait(Collection<Message> polled) {
        return polled.stream()
                .filter(message -> "1".equals(message.attributes().get(APPROXIMATE_RECEIVE_COUNT)))
                .map(PolledMessages::waitOf)
                .max(Comparator.naturalOrder());
    }

    private static Duration waitOf(Message message) {
        Map<MessageSystemAttributeName, String> times = message.attributes();
        long sent = Long.parseLong(times.getOrDefault(SENT_TIMESTAMP, "0"));
        long received = Long.parseLong(times.getOrDefault(APPROXIMATE_FIRST_RECEIVE_TIMESTAMP, "0"));
        Duration wait = Duration.ofMillis(received - sent).minus(delay(message));
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private static Duration delay(Message message) {
        return Optional.ofNullable(message.messageAttributes().get(QueueSender.DELAY))
                .map(MessageAttributeValue::stringValue)
                .filter(SECONDS.asMatchPredicate())
                .map(seconds -> Duration.ofSeconds(Long.parseLong(seconds)))
                .orElse(Duration.ZERO);
    }
}
