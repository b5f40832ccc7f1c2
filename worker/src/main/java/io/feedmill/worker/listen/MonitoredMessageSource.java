package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.source.StandardSqsMessageSource;
import io.feedmill.worker.health.Poller;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/** Polls as the library does, with a call timeout of its own, and reports the end of each poll to the queue's {@link Poller}. */
final class MonitoredMessageSource extends StandardSqsMessageSource<String> {
    private final Poller poller;
    private final Duration callTimeout;

    /**
     * @param callTimeout longer than a poll waits for messages
     */
    MonitoredMessageSource(Poller poller, Duration callTimeout) {
        this.poller = poller;
        this.callTimeout = callTimeout;
    }

    @Override
    protected void customizeRequest(ReceiveMessageRequest.Builder request) {
        request.overrideConfiguration(c -> c.apiCallTimeout(callTimeout).apiCallAttemptTimeout(callTimeout));
    }

    @Override
    protected CompletableFuture<Collection<Message>> doPollForMessages(int maxMessages) {
        return poll(maxMessages).whenComplete((messages, failure) -> {
            if (failure == null) {
                poller.answered();
            } else {
                poller.failed(failure);
            }
        });
    }

    /** The container never gets back the permits of a poll that throws. */
    private CompletableFuture<Collection<Message>> poll(int maxMessages) {
        try {
            return super.doPollForMessages(maxMessages);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
