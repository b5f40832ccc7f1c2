package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.config.SqsMessageListenerContainerFactory;
import io.awspring.cloud.sqs.listener.ListenerMode;
import io.awspring.cloud.sqs.listener.MessageListener;
import io.awspring.cloud.sqs.listener.QueueNotFoundStrategy;
import io.awspring.cloud.sqs.listener.SqsContainerOptions;
import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.awspring.cloud.sqs.listener.SqsMessageListenerContainer;
import io.awspring.cloud.sqs.listener.StandardSqsComponentFactory;
import io.awspring.cloud.sqs.listener.acknowledgement.AcknowledgementResultCallback;
import io.awspring.cloud.sqs.listener.acknowledgement.handler.AcknowledgementMode;
import io.awspring.cloud.sqs.listener.interceptor.MessageInterceptor;
import io.awspring.cloud.sqs.listener.source.MessageSource;
import io.awspring.cloud.sqs.listener.source.StandardSqsMessageSource;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.health.Poller;
import io.feedmill.worker.health.Pollers;
import io.feedmill.worker.listen.BreakerBackPressure.PollLimits;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.messaging.Message;
import org.springframework.retry.backoff.FixedBackOffPolicy;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/** Creates the containers: plans, slices and upkeep one message at a time, views in batches. docs/decisions/014 says what differs from defaults. */
@Component
record QueueContainers(
        SqsAsyncClient client, QueueSettings queues, ListenerSettings settings, Pollers pollers, Breakers breakers) {
    private static final Logger LOG = LoggerFactory.getLogger(QueueContainers.class);
    private static final Duration MAX_PERMIT_WAIT = Duration.ofMillis(250);
    private static final Duration POLL_BACKOFF = Duration.ofSeconds(1);
    private static final int MAX_PER_POLL = 10;

    /** Each open poll holds one of the client's 100 connections, which all queues and all deletes share. */
    private static final int MAX_BATCH_POLLS = 10;

    /** A quarter of the second that a message may wait for its batch: at 40 messages a second, a poll brings ten instead of one. */
    private static final Duration BATCH_PAUSE = Duration.ofMillis(250);

    /** Added to the wait of a poll for its call timeout. */
    private static final Duration POLL_SLACK = Duration.ofSeconds(5);

    SqsMessageListenerContainer<String> create(
            Queue queue, MessageListener<String> listener, MessageInterceptor<String> interceptor) {
        SqsMessageListenerContainer<String> container = SqsMessageListenerContainerFactory.<String>builder()
                .sqsAsyncClient(client)
                .containerComponentFactories(List.of(monitored(pollers.poller(queue))))
                .configure(options -> configure(options, queue, listener))
                .messageListener(listener)
                .messageInterceptor(interceptor)
                .acknowledgementResultCallback(new AcknowledgementLog(new FailureLog(
                        LOG, queue.suffix(), "Cannot acknowledge messages", "Messages acknowledged again")))
                .build()
                .createContainer(queues.schema().name(queue));
        container.setId(queue.suffix());
        return container;
    }

    private void configure(SqsContainerOptionsBuilder options, Queue queue, MessageListener<String> listener) {
        boolean batches = listener instanceof BatchListener;
        int maxMessages = listener instanceof BatchListener batch ? batch.maxMessages() : settings.concurrency();
        int perPoll = Math.min(maxMessages, MAX_PER_POLL);
        PollLimits limits = batches
                ? new PollLimits(maxMessages, perPoll, MAX_BATCH_POLLS, perPoll / 2, BATCH_PAUSE)
                : new PollLimits(maxMessages, perPoll, maxMessages, 1, Duration.ZERO);
        VirtualThreadTaskExecutor threads = new VirtualThreadTaskExecutor(queue.suffix() + "-");
        FixedBackOffPolicy pollBackoff = new FixedBackOffPolicy();
        pollBackoff.setBackOffPeriod(POLL_BACKOFF.toMillis());
        options.queueNotFoundStrategy(QueueNotFoundStrategy.FAIL)
                .queueAttributeNames(List.of(QueueAttributeName.VISIBILITY_TIMEOUT))
                .listenerMode(batches ? ListenerMode.BATCH : ListenerMode.SINGLE_MESSAGE)
                .maxConcurrentMessages(maxMessages)
                .maxMessagesPerPoll(perPoll)
                .backPressureHandlerFactory(any ->
                        new BreakerBackPressure(limits, MAX_PERMIT_WAIT, breakers::polling, pollers.poller(queue)))
                .pollTimeout(settings.pollTimeout())
                .pollBackOffPolicy(pollBackoff)
                .acknowledgementMode(batches ? AcknowledgementMode.MANUAL : AcknowledgementMode.ON_SUCCESS)
                .acknowledgementInterval(Duration.ZERO)
                .acknowledgementThreshold(0)
                .listenerShutdownTimeout(settings.stopTimeout())
                .componentsTaskExecutor(threads)
                .acknowledgementResultTaskExecutor(threads);
    }

    private StandardSqsComponentFactory<String> monitored(Poller poller) {
        return new StandardSqsComponentFactory<>() {
            @Override
            public MessageSource<String> createMessageSource(SqsContainerOptions options) {
                return new MonitoredMessageSource(poller);
            }
        };
    }

    /** Logs when messages cannot be deleted. SQS delivers them again, and their work is repeated. */
    private record AcknowledgementLog(FailureLog failures) implements AcknowledgementResultCallback<String> {

        @Override
        public void onSuccess(Collection<Message<String>> messages) {
            failures.succeeded();
        }

        @Override
        public void onFailure(Collection<Message<String>> messages, Throwable failure) {
            failures.failed(failure);
        }
    }

    /** Polls as the library does, with a call timeout of its own, and reports the end of each poll and the wait of its messages. */
    private final class MonitoredMessageSource extends StandardSqsMessageSource<String> {
        private final Poller poller;

        MonitoredMessageSource(Poller poller) {
            this.poller = poller;
        }

        @Override
        protected void customizeRequest(ReceiveMessageRequest.Builder request) {
            Duration timeout = settings.pollTimeout().plus(POLL_SLACK);
            request.overrideConfiguration(c -> c.apiCallTimeout(timeout).apiCallAttemptTimeout(timeout));
        }

        /** The container never gets back the permits of a poll that throws. */
        @Override
        protected CompletableFuture<Collection<software.amazon.awssdk.services.sqs.model.Message>> doPollForMessages(
                int maxMessages) {
            return CompletableFuture.completedFuture(maxMessages)
                    .thenCompose(super::doPollForMessages)
                    .thenApply(PolledMessages::withoutForeignAttributes)
                    .whenComplete((messages, failure) -> {
                        if (failure == null) {
                            poller.answered();
                            if (messages.isEmpty()) {
                                poller.foundNone();
                            }
                            PolledMessages.longestWait(messages).ifPresent(poller::waited);
                        } else {
                            poller.failed(failure);
                        }
                    });
        }
    }
}
