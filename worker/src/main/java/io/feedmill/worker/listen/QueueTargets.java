package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.MessageListener;
import io.awspring.cloud.sqs.listener.interceptor.MessageInterceptor;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.trace.Traces;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * What takes the messages of the queues. Between the containers and the deadlines, because Spring stops a bean before those that it depends on directly.
 * Phases do not change that.
 */
@Component
public record QueueTargets(
        QueueListener listener,
        List<BatchListener> batches,
        WorkDeadlines deadlines,
        VisibilityHeartbeat heartbeat,
        QueueMetrics metrics,
        Traces traces,
        Clock clock) {

    /** Returns the listener of a queue: a {@link BatchListener}, or one that takes a message at a time, within the trace of its sender. */
    public MessageListener<String> of(Queue queue) {
        return batches.stream()
                .filter(batch -> batch.queue() == queue)
                .<MessageListener<String>>map(batch -> batch)
                .findFirst()
                .orElseGet(() -> message -> traces.handle(
                        queue.suffix(),
                        message.getHeaders().get(QueueSender.TRACEPARENT, String.class),
                        queue != Queue.PUBLISH,
                        () -> listener.receive(queue, message.getPayload(), Receipt.of(message, clock.instant()))));
    }

    public MessageInterceptor<String> interceptor(Queue queue) {
        return new VisibilityInterceptor(queue, deadlines, heartbeat, metrics);
    }
}
