package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.DefaultListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSettings;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.stop.WorkDeadlines;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** A container for each queue, and what they share. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties({ListenerSettings.class, WatchSettings.class})
class ListenerConfiguration {

    @Bean
    SqsAsyncClient listeningClient(ObjectProvider<ExecutionInterceptor> interceptors) {
        return new VirtualThreadSqs(
                SqsClients.createListening(interceptors.orderedStream().toList()));
    }

    @Bean
    WorkDeadlines workDeadlines(ListenerSettings settings) {
        return new WorkDeadlines(settings.deadline(), settings.deadlineAtStop(), System::nanoTime);
    }

    @Bean
    Pollers pollers(WorkerMetrics metrics) {
        return new Pollers(metrics, System::nanoTime);
    }

    @Bean
    VisibilityHeartbeat visibilityHeartbeat(ListenerSettings settings, WorkerMetrics metrics) {
        return new VisibilityHeartbeat(settings.longestWork(), metrics, System::nanoTime);
    }

    @Bean
    QueueSizes queueSizes(SqsClient client, QueueSettings queues) {
        return new QueueSizes(client, queues.schema());
    }

    /**
     * They are stopped side by side once the deadlines are pulled in. Each waits for its open poll, which is not cut off: what SQS would hand to
     * it then, nobody could release.
     */
    @Bean
    MessageListenerContainerRegistry listeners(Containers containers) {
        DefaultListenerContainerRegistry registry = new DefaultListenerContainerRegistry();
        registry.setPhase(WorkDeadlines.PHASE - 1);
        for (Queue queue : Queue.values()) {
            registry.registerListenerContainer(containers.of(queue));
        }
        return registry;
    }
}
