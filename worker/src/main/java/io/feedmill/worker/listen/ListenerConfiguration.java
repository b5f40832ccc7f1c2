package io.feedmill.worker.listen;

import io.awspring.cloud.autoconfigure.sqs.SqsAsyncClientCustomizer;
import io.awspring.cloud.sqs.listener.DefaultListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.MessageListenerContainerRegistry;
import io.awspring.cloud.sqs.listener.QueueNotFoundStrategy;
import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.awspring.cloud.sqs.listener.acknowledgement.handler.AcknowledgementMode;
import io.feedmill.common.config.QueueSettings;
import io.feedmill.common.config.SqsClients;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.stop.WorkDeadlines;
import java.time.Duration;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;

/**
 * A container for each queue: one message at a time on a virtual thread, acknowledged by itself at once. Payloads stay strings, because a
 * container swallows what a converter throws.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(ListenerSettings.class)
class ListenerConfiguration {
    private static final int MOST_PER_POLL = 10;

    private final SqsAsyncClient client;
    private final QueueSettings queues;
    private final ListenerSettings settings;
    private final Listener listener;

    ListenerConfiguration(SqsAsyncClient client, QueueSettings queues, ListenerSettings settings, Listener listener) {
        this.client = client;
        this.queues = queues;
        this.settings = settings;
        this.listener = listener;
    }

    @Bean
    static SqsAsyncClientCustomizer pollingClient() {
        return client -> client.overrideConfiguration(SqsClients::configurePolling);
    }

    @Bean
    static WorkDeadlines workDeadlines(ListenerSettings settings) {
        return new WorkDeadlines(settings.deadline(), settings.deadlineAtStop(), System::nanoTime);
    }

    /**
     * Both containers, stopped side by side when the deadlines are pulled in. Each waits for its open poll, which is not cut off: what SQS would
     * hand to it then, nobody could release.
     */
    @Bean
    MessageListenerContainerRegistry listeners() {
        DefaultListenerContainerRegistry registry = new DefaultListenerContainerRegistry();
        registry.setPhase(WorkDeadlines.PHASE - 1);
        for (Queue queue : Queue.values()) {
            registry.registerListenerContainer(container(queue));
        }
        return registry;
    }

    private SqsMessageListenerContainer<String> container(Queue queue) {
        return SqsMessageListenerContainer.<String>builder()
                .id(queue.suffix())
                .sqsAsyncClient(client)
                .queueNames(queues.schema().name(queue))
                .configure(options -> configure(options, queue))
                .messageListener(message -> listener.receive(queue, message))
                .build();
    }

    private void configure(SqsContainerOptionsBuilder options, Queue queue) {
        options.queueNotFoundStrategy(QueueNotFoundStrategy.FAIL)
                .maxConcurrentMessages(settings.concurrency())
                .maxMessagesPerPoll(Math.min(settings.concurrency(), MOST_PER_POLL))
                .pollTimeout(settings.pollTimeout())
                .acknowledgementMode(AcknowledgementMode.ON_SUCCESS)
                .acknowledgementInterval(Duration.ZERO)
                .acknowledgementThreshold(0)
                .listenerShutdownTimeout(settings.stopTimeout())
                .componentsTaskExecutor(new VirtualThreadTaskExecutor(queue.suffix() + "-"));
    }
}
