package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.MessageHeaderUtils;
import io.awspring.cloud.sqs.listener.MessageListener;
import io.awspring.cloud.sqs.listener.acknowledgement.Acknowledgement;
import io.feedmill.common.queue.Queue;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.messaging.Message;

/** Takes the messages of a queue in batches. A bean; queues without one take messages one at a time. */
public interface BatchListener extends MessageListener<String> {

    Queue queue();

    /** Maximum of messages that are received and not acknowledged. */
    int maxMessages();

    /** Returns the ids of messages to acknowledge, also of other polls; SQS delivers the others again after their visibility timeout. */
    Set<String> receive(Map<String, Message<String>> messages);

    @Override
    default void onMessage(Message<String> message) {
        onMessage(List.of(message));
    }

    /** Of a message that is in the batch twice, the last receipt counts: SQS refuses a batch that deletes one message twice. */
    @Override
    default void onMessage(Collection<Message<String>> messages) {
        Map<String, Message<String>> byId = new LinkedHashMap<>();
        messages.forEach(message -> byId.put(MessageHeaderUtils.getId(message), message));
        byId.keySet().retainAll(receive(byId));
        Acknowledgement.acknowledge(byId.values());
    }
}
