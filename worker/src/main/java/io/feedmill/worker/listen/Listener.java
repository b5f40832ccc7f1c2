package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.QueueAttributes;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.SqsHeaders.MessageSystemAttributes;
import io.awspring.cloud.sqs.listener.Visibility;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** A message's way from its container to its work: kept invisible while that lasts, released where the process is told to stop. */
@Component
public final class Listener implements Receiver {
    private static final Logger LOG = LoggerFactory.getLogger(Listener.class);

    private final MessageReceiver receiver;
    private final WorkDeadlines deadlines;
    private final VisibilityHeartbeat heartbeat;
    private final WorkerMetrics metrics;

    public Listener(
            MessageReceiver receiver, WorkDeadlines deadlines, VisibilityHeartbeat heartbeat, WorkerMetrics metrics) {
        this.receiver = receiver;
        this.deadlines = deadlines;
        this.heartbeat = heartbeat;
        this.metrics = metrics;
    }

    /** It is visible again in its queue: somebody else's. */
    public static final class ReleasedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ReleasedException() {
            super("released", null, false, false);
        }
    }

    @Override
    public void receive(Queue queue, Message<String> message) {
        if (deadlines.stopping()) {
            release(queue, visibility(message));
            throw new ReleasedException();
        }
        if (receives(message) > 1) {
            metrics.redelivered(queue).increment();
        }
        heartbeat.during(
                queue, visibility(message), timeout(message), () -> receiver.receive(queue, message.getPayload()));
    }

    /** The queue's own timeout: it may have been created with another one than ours. */
    private static Duration timeout(Message<String> message) {
        QueueAttributes queue = message.getHeaders().get(SqsHeaders.SQS_QUEUE_ATTRIBUTES_HEADER, QueueAttributes.class);
        String seconds = queue == null ? null : queue.getQueueAttribute(QueueAttributeName.VISIBILITY_TIMEOUT);
        return seconds == null ? QueueSchema.VISIBILITY : Duration.ofSeconds(Long.parseLong(seconds));
    }

    static int receives(Message<String> message) {
        Object count = message.getHeaders().get(MessageSystemAttributes.SQS_APPROXIMATE_RECEIVE_COUNT);
        return count == null ? 1 : Integer.parseInt(count.toString());
    }

    /** A poll that was open when the process was told to stop may still bring messages: another worker takes them at once. */
    static void release(Queue queue, Visibility visibility) {
        try {
            visibility.changeTo(0);
        } catch (CompletionException e) {
            LOG.atWarn()
                    .addKeyValue("queue", queue.suffix())
                    .setCause(e.getCause())
                    .log("Not released: the message comes back after its visibility timeout");
        }
    }

    static Visibility visibility(Message<String> message) {
        return Objects.requireNonNull(
                message.getHeaders().get(SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER, Visibility.class));
    }
}
