package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.QueueNotFoundStrategy;
import io.awspring.cloud.sqs.listener.SqsContainerOptions;
import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.awspring.cloud.sqs.listener.StandardSqsComponentFactory;
import io.awspring.cloud.sqs.listener.source.MessageSource;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSettings;
import io.feedmill.worker.health.Breakers;
import java.time.Duration;
import java.util.List;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.retry.backoff.BackOffPolicy;
import org.springframework.retry.backoff.FixedBackOffPolicy;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Makes a queue's container: one message or one batch at a time on a virtual thread, acknowledged at once. Payloads stay strings, because a
 * container swallows what a converter throws.
 */
@Component
final class Containers {
    private static final Duration PATIENCE = Duration.ofMillis(250);
    private static final Duration PAUSE_AFTER_A_FAILED_POLL = Duration.ofSeconds(1);

    /** What a poll may take beyond its wait for messages. */
    private static final Duration POLL_SLACK = Duration.ofSeconds(5);

    private final SqsAsyncClient client;
    private final QueueSettings queues;
    private final ListenerSettings settings;
    private final Intakes intakes;
    private final Pollers pollers;
    private final Breakers breakers;

    Containers(
            SqsAsyncClient client,
            QueueSettings queues,
            ListenerSettings settings,
            Intakes intakes,
            Pollers pollers,
            Breakers breakers) {
        this.client = client;
        this.queues = queues;
        this.settings = settings;
        this.intakes = intakes;
        this.pollers = pollers;
        this.breakers = breakers;
    }

    SqsMessageListenerContainer<String> of(Queue queue) {
        Intake intake = intakes.of(queue);
        return SqsMessageListenerContainer.<String>builder()
                .id(queue.suffix())
                .sqsAsyncClient(client)
                .queueNames(queues.schema().name(queue))
                .componentFactories(List.of(components(queue, intake)))
                .configure(options -> configure(options, queue, intake))
                .messageListener(intake.listener())
                .acknowledgementResultCallback(new Acknowledgements(queue.suffix()))
                .build();
    }

    private StandardSqsComponentFactory<String> components(Queue queue, Intake intake) {
        Duration callTimeout = intake.pollTimeout().plus(POLL_SLACK);
        return new StandardSqsComponentFactory<>() {
            @Override
            public MessageSource<String> createMessageSource(SqsContainerOptions options) {
                return new PollingSource(pollers.of(queue), callTimeout);
            }
        };
    }

    private void configure(SqsContainerOptionsBuilder options, Queue queue, Intake intake) {
        options.queueNotFoundStrategy(QueueNotFoundStrategy.FAIL)
                .queueAttributeNames(List.of(QueueAttributeName.VISIBILITY_TIMEOUT))
                .listenerMode(intake.mode())
                .maxConcurrentMessages(intake.most())
                .maxMessagesPerPoll(intake.batch())
                .backPressureHandlerFactory(any -> permits(intake, pollers.of(queue)))
                .pollTimeout(intake.pollTimeout())
                .pollBackOffPolicy(pollBackOff())
                .acknowledgementMode(intake.acknowledgement())
                .acknowledgementInterval(Duration.ZERO)
                .acknowledgementThreshold(0)
                .listenerShutdownTimeout(settings.stopTimeout())
                .componentsTaskExecutor(new VirtualThreadTaskExecutor(queue.suffix() + "-"));
    }

    private PollPermits permits(Intake intake, Poller poller) {
        return new PollPermits(intake.most(), intake.batch(), intake.polls(), PATIENCE, breakers::polling, poller);
    }

    private static BackOffPolicy pollBackOff() {
        FixedBackOffPolicy policy = new FixedBackOffPolicy();
        policy.setBackOffPeriod(PAUSE_AFTER_A_FAILED_POLL.toMillis());
        return policy;
    }
}
