package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.DefaultListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.MessageListener;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.common.trace.Traces;
import io.feedmill.worker.health.Pollers;
import io.feedmill.worker.health.QueueSizeMonitor;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.config.FixedDelayTask;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The containers of the queues and the beans that they share. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {
    /** Between two counts of the messages in the queues. */
    private static final Duration QUEUE_SIZES = Duration.ofMinutes(1);

    @Bean
    SqsAsyncClient listeningClient(ObjectProvider<ExecutionInterceptor> interceptors) {
        return new VirtualThreadSqs(
                SqsClients.createListening(interceptors.orderedStream().toList()));
    }

    @Bean
    WorkDeadlines workDeadlines(ListenerSettings settings, Clock clock) {
        return new WorkDeadlines(settings.deadline(), settings.deadlineAtStop(), System::nanoTime, clock);
    }

    @Bean
    HandlerLife handlerLife(ListenerSettings settings) {
        return settings.life();
    }

    /** Closed after the containers have stopped, as all beans without a lifecycle phase. */
    @Bean(initMethod = "start")
    VisibilityHeartbeat visibilityHeartbeat(ListenerSettings settings, QueueMetrics metrics) {
        return new VisibilityHeartbeat(settings.maxProcessing(), metrics, System::nanoTime);
    }

    @Bean
    Pollers pollers(WorkDeadlines deadlines, QueueMetrics metrics) {
        return new Pollers(deadlines, metrics, System::nanoTime);
    }

    @Bean
    QueueSizes queueSizes(SqsClient client, QueueSettings queues) {
        return new QueueSizes(client, queues.schema());
    }

    /** Between the containers and the deadlines, because Spring stops a bean before those that it depends on directly. Phases do not change that. */
    @Component
    record VisibilityInterceptors(WorkDeadlines deadlines, VisibilityHeartbeat heartbeat, QueueMetrics metrics) {
        VisibilityInterceptor of(Queue queue) {
            return new VisibilityInterceptor(queue, deadlines, heartbeat, metrics);
        }
    }

    /**
     * Stops the containers in parallel after the deadlines were pulled in. Each waits for its open poll: SQS may be answering it with messages
     * that only this process could release.
     */
    @Bean
    MessageListenerContainerRegistry listeners(
            QueueContainers containers,
            QueueListener listener,
            List<BatchListener> batches,
            VisibilityInterceptors interceptors,
            Traces traces,
            Clock clock) {
        DefaultListenerContainerRegistry registry = new DefaultListenerContainerRegistry();
        registry.setPhase(WorkDeadlines.PHASE - 1);
        for (Queue queue : Queue.values()) {
            MessageListener<String> single = message -> traces.handle(
                    queue.suffix(),
                    message.getHeaders().get(QueueSender.TRACEPARENT, String.class),
                    queue != Queue.PUBLISH,
                    () -> listener.receive(queue, message.getPayload(), Receipt.of(message, clock.instant())));
            MessageListener<String> target = batches.stream()
                    .filter(batch -> batch.queue() == queue)
                    .<MessageListener<String>>map(batch -> batch)
                    .findFirst()
                    .orElse(single);
            registry.registerListenerContainer(containers.create(queue, target, interceptors.of(queue)));
        }
        return registry;
    }

    @Bean
    FixedDelayTask queueSizeSchedule(QueueSizeMonitor monitor) {
        return new FixedDelayTask(monitor::count, QUEUE_SIZES, Duration.ZERO);
    }
}
