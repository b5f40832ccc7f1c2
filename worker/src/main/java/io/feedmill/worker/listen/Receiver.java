package io.feedmill.worker.listen;

import io.feedmill.common.queue.Queue;
import java.util.Collection;
import org.springframework.messaging.Message;

/** Takes the messages of all containers, each on a thread of its own. A message is acknowledged, unless this throws. */
@FunctionalInterface
interface Receiver {
    void receive(Queue queue, Message<String> message);

    /** Takes the batches of the containers that have them. Acknowledges itself what may be deleted. */
    @FunctionalInterface
    interface OfBatches {
        void receive(Queue queue, Collection<Message<String>> messages);
    }
}
