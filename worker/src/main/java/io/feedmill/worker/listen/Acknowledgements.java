package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.acknowledgement.AsyncAcknowledgementResultCallback;
import io.feedmill.worker.health.FailureLog;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.messaging.Message;

/** Says when messages cannot be deleted: they come back, and their work is done once more. */
final class Acknowledgements implements AsyncAcknowledgementResultCallback<String> {
    private static final Logger LOG = LoggerFactory.getLogger(Acknowledgements.class);

    private final FailureLog trouble;

    Acknowledgements(String queue) {
        this.trouble = new FailureLog(LOG, "Acknowledging to " + queue);
    }

    @Override
    public CompletableFuture<Void> onSuccess(Collection<Message<String>> messages) {
        trouble.succeeded();
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> onFailure(Collection<Message<String>> messages, Throwable failure) {
        trouble.failed(failure);
        return CompletableFuture.completedFuture(null);
    }
}
