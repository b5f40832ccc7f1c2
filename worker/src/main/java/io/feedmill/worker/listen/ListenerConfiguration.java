package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.DefaultListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.MessageListener;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.common.queue.QueueSizes;
import io.feedmill.common.queue.SqsClients;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.worker.health.PollersHealthIndicator;
import io.feedmill.worker.health.WatchSettings;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.relay.Patience;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.util.function.SingletonSupplier;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The containers of the queues and the beans that they share. */
@Configuration(proxyBeanMethods = false)
class ListenerConfiguration {

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

    @Bean
    PollersHealthIndicator pollersHealthIndicator(
            WorkDeadlines deadlines, WatchSettings settings, WorkerMetrics metrics) {
        return new PollersHealthIndicator(deadlines, settings, metrics, System::nanoTime);
    }

    /** Closed after the containers have stopped, as all beans without a lifecycle phase. */
    @Bean(initMethod = "start")
    VisibilityHeartbeat visibilityHeartbeat(ListenerSettings settings, WorkerMetrics metrics) {
        return new VisibilityHeartbeat(settings.maxProcessing(), metrics, System::nanoTime);
    }

    @Bean
    QueueSizes queueSizes(SqsClient client, QueueSettings queues) {
        return new QueueSizes(client, queues.schema());
    }

    /** The closes of this worker end recalls: its queues may have longer visibility timeouts than ours, for which the first close asks, and a backlog. */
    @Bean
    @Primary
    RecallRows recalls(TableSettings tables, QueueSizes queues, HandlerLife life, Patience patience) {
        Supplier<Duration> visibility = SingletonSupplier.of(() -> longestVisibility(queues));
        return new RecallRows(
                tables.recallShards(), () -> life.untilLastWrite(visibility.get(), patience.longestWait()));
    }

    private static Duration longestVisibility(QueueSizes queues) {
        return Stream.of(Queue.PUBLISH, Queue.DELIVER, Queue.UPKEEP)
                .map(queues::visibility)
                .max(Comparator.naturalOrder())
                .orElseThrow();
    }

    /** Between the containers and the deadlines, because Spring stops a bean before those that it depends on directly. Phases do not change that. */
    @Bean
    Function<Queue, VisibilityInterceptor> visibilityInterceptors(
            WorkDeadlines deadlines, VisibilityHeartbeat heartbeat, WorkerMetrics metrics) {
        return queue -> new VisibilityInterceptor(queue, deadlines, heartbeat, metrics);
    }

    /**
     * Stops the containers in parallel after the deadlines were pulled in. Each waits for its open poll: SQS may be answering it with messages
     * that only this process could release.
     */
    @Bean
    MessageListenerContainerRegistry listeners(
            QueueContainers containers,
            QueueListener listener,
            ViewsListener views,
            Function<Queue, VisibilityInterceptor> interceptors,
            Clock clock) {
        DefaultListenerContainerRegistry registry = new DefaultListenerContainerRegistry();
        registry.setPhase(WorkDeadlines.PHASE - 1);
        for (Queue queue : Queue.values()) {
            MessageListener<String> target = switch (queue) {
                case PUBLISH, DELIVER, UPKEEP ->
                    message -> listener.receive(queue, message.getPayload(), Receipt.of(message, clock.instant()));
                case VIEWS -> views;
            };
            registry.registerListenerContainer(containers.create(queue, target, interceptors.apply(queue)));
        }
        return registry;
    }
}
