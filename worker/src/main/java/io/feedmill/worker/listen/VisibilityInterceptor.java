package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.QueueAttributes;
import io.awspring.cloud.sqs.listener.SqsHeaders;
import io.awspring.cloud.sqs.listener.Visibility;
import io.awspring.cloud.sqs.listener.interceptor.MessageInterceptor;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/** Keeps a single message invisible while it is processed, and releases to other workers what an open poll still brings during a stop. */
public record VisibilityInterceptor(
        Queue queue, WorkDeadlines deadlines, VisibilityHeartbeat heartbeat, QueueMetrics metrics)
        implements MessageInterceptor<String> {
    private static final Logger LOG = LoggerFactory.getLogger(VisibilityInterceptor.class);

    /** Keeps the container from acknowledging a message that was released. */
    public static final class ReleasedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ReleasedException() {
            super("released", null, false, false);
        }
    }

    @Override
    public Message<String> intercept(Message<String> message) {
        intercept(List.of(message));
        heartbeat.begin(queue, visibility(message), timeout(message));
        return message;
    }

    @Override
    public Collection<Message<String>> intercept(Collection<Message<String>> messages) {
        if (deadlines.stopping()) {
            messages.forEach(this::release);
            throw new ReleasedException();
        }
        long redelivered = messages.stream()
                .filter(message -> Receipt.count(message).orElse(1) > 1)
                .count();
        metrics.redelivered(queue).increment((double) redelivered);
        return messages;
    }

    @Override
    public void afterProcessing(Message<String> message, @Nullable Throwable failure) {
        heartbeat.end(visibility(message));
    }

    private void release(Message<String> message) {
        try {
            visibility(message).changeTo(0);
        } catch (CompletionException e) {
            LOG.atWarn()
                    .addKeyValue("queue", queue.suffix())
                    .setCause(e.getCause())
                    .log("Cannot release message, delivered again after its visibility timeout");
        }
    }

    /** Returns the queue's own timeout, which may differ from ours if the queue was created by other means. */
    private static Duration timeout(Message<String> message) {
        QueueAttributes queue = message.getHeaders().get(SqsHeaders.SQS_QUEUE_ATTRIBUTES_HEADER, QueueAttributes.class);
        String seconds = queue == null ? null : queue.getQueueAttribute(QueueAttributeName.VISIBILITY_TIMEOUT);
        return seconds == null ? Queue.VISIBILITY : Duration.ofSeconds(Long.parseLong(seconds));
    }

    private static Visibility visibility(Message<String> message) {
        return Objects.requireNonNull(
                message.getHeaders().get(SqsHeaders.SQS_VISIBILITY_TIMEOUT_HEADER, Visibility.class));
    }
}
