package io.feedmill.worker.listen;

import io.feedmill.common.queue.DeadLetterReason;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.metrics.WorkerMetrics;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Puts aside what no handler can work on: at once, with its reason, counted and logged without a word of its text. */
@Component
public final class PoisonMessages {
    private static final Logger LOG = LoggerFactory.getLogger(PoisonMessages.class);

    private final DeadLetterSender deadLetters;
    private final WorkerMetrics metrics;

    public PoisonMessages(DeadLetterSender deadLetters, WorkerMetrics metrics) {
        this.deadLetters = deadLetters;
        this.metrics = metrics;
    }

    /** Throws where the dead-letter queue does not take it: then the message stays in its own. */
    void putAside(Queue queue, String body, DeadLetterReason reason, RuntimeException cause) {
        try {
            deadLetters.putAside(queue, body, reason, String.valueOf(cause.getMessage()));
        } catch (StorageException failure) {
            LOG.atError()
                    .addKeyValue("queue", queue.suffix())
                    .setCause(failure)
                    .log("Cannot be put aside: the message comes back after its visibility timeout");
            throw failure;
        }
        metrics.dead(queue, reason).increment();
        LOG.atWarn()
                .addKeyValue("queue", queue.suffix())
                .addKeyValue("reason", reason.code())
                .addKeyValue("detail", cause.getMessage())
                .log("Message put aside: no handler can work on it");
    }
}
