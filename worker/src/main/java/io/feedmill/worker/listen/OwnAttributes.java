package io.feedmill.worker.listen;

import io.feedmill.common.queue.QueueSender;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.MessageAttributeValue;

/**
 * The message attributes that workers read. The library converts all of them, and silently drops a message with an attribute that it cannot
 * convert: of an unknown type of number, or a {@code JavaType} that names another class. Nothing would handle or dead-letter such a message.
 */
final class OwnAttributes {
    private static final Set<String> NAMES = Set.of(QueueSender.DELAY, QueueSender.FIRST_SENT_AT);
    private static final String TYPE = "String";

    private OwnAttributes() {}

    /** Returns the polled messages without foreign attributes. */
    static Collection<Message> of(Collection<Message> polled) {
        return polled.stream().map(OwnAttributes::of).toList();
    }

    private static Message of(Message message) {
        Map<String, MessageAttributeValue> all = message.messageAttributes();
        Map<String, MessageAttributeValue> own = all.entrySet().stream()
                .filter(attribute -> NAMES.contains(attribute.getKey()))
                .filter(attribute -> TYPE.equals(attribute.getValue().dataType()))
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return own.size() == all.size()
                ? message
                : message.toBuilder().messageAttributes(own).build();
    }
}
