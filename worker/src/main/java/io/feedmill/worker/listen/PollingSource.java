package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.source.StandardSqsMessageSource;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.ReceiveMessageRequest;

/** Polls as the container does, in a time of its own, and tells the queue's {@link Poller} how each poll ended. */
final class PollingSource extends StandardSqsMessageSource<String> {
    private final Poller poller;
    private final Duration callTimeout;

    /**
     * @param callTimeout for a poll as one call; longer than it waits for messages
     */
    PollingSource(Poller poller, Duration callTimeout) {
        this.poller = poller;
        this.callTimeout = callTimeout;
    }

    @Override
    protected void customizeRequest(ReceiveMessageRequest.Builder request) {
        request.overrideConfiguration(c -> c.apiCallTimeout(callTimeout).apiCallAttemptTimeout(callTimeout));
    }

    @Override
    protected CompletableFuture<Collection<Message>> doPollForMessages(int most) {
        return begin(most).whenComplete((messages, failure) -> {
            if (failure == null) {
                poller.answered();
            } else {
                poller.failed(failure);
            }
        });
    }

    /** What is thrown here would cost the container its permits for ever. */
    private CompletableFuture<Collection<Message>> begin(int most) {
        try {
            return super.doPollForMessages(most);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }
}
