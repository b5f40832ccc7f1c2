package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.MessageHeaderUtils;
import io.awspring.cloud.sqs.listener.acknowledgement.Acknowledgement;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.messaging.Message;
import org.springframework.stereotype.Component;

/** A batch's way from its container to its work and back: each message is acknowledged for itself. */
@Component
public final class BatchListener implements Receiver.OfBatches {
    private final BatchReceiver receiver;
    private final WorkDeadlines deadlines;
    private final WorkerMetrics metrics;

    public BatchListener(BatchReceiver receiver, WorkDeadlines deadlines, WorkerMetrics metrics) {
        this.receiver = receiver;
        this.deadlines = deadlines;
        this.metrics = metrics;
    }

    @Override
    public void receive(Queue queue, Collection<Message<String>> messages) {
        if (deadlines.stopping()) {
            messages.forEach(message -> Listener.release(queue, Listener.visibility(message)));
            return;
        }
        messages.stream()
                .filter(message -> Listener.receives(message) > 1)
                .forEach(message -> metrics.redelivered(queue).increment());
        Map<String, Message<String>> byId = byId(messages);
        Map<String, String> bodies = new LinkedHashMap<>();
        byId.forEach((id, message) -> bodies.put(id, message.getPayload()));
        Set<String> done = receiver.receive(queue, bodies);
        byId.keySet().retainAll(done);
        Acknowledgement.acknowledge(byId.values());
    }

    /**
     * A message that is there twice is there with its newer receipt: SQS refuses a batch of deletions that names it twice, and takes the receipt that
     * it gave last.
     */
    private static Map<String, Message<String>> byId(Collection<Message<String>> messages) {
        Map<String, Message<String>> byId = new LinkedHashMap<>();
        messages.forEach(message -> byId.put(MessageHeaderUtils.getId(message), message));
        return byId;
    }
}
