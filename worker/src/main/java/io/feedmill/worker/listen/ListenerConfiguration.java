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
    private final MessageReceiver receiver;

    ListenerConfiguration(
            SqsAsyncClient client, QueueSettings queues, ListenerSettings settings, MessageReceiver receiver) {
        this.client = client;
        this.queues = queues;
        this.settings = settings;
        this.receiver = receiver;
    }

    @Bean
    static SqsAsyncClientCustomizer pollingClient() {
        return client -> client.overrideConfiguration(SqsClients::configurePolling);
    }

    /** Both containers: the registry stops them side by side, each waits for its open poll. */
    @Bean
    MessageListenerContainerRegistry listeners() {
        MessageListenerContainerRegistry registry = new DefaultListenerContainerRegistry();
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
                .messageListener(message -> receiver.receive(queue, message.getPayload()))
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
