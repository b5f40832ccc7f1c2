package io.feedmill.worker.listen;

import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.UnknownValueException;
import io.feedmill.common.trace.Traces;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.metrics.QueueMetrics;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.MessageHandlers;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import io.feedmill.worker.work.WorkDeadlines.Work;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/** Processes the messages of all queues, each on the thread of its container. */
@Component
public record QueueListener(
        MessageCodec codec,
        MessageHandlers handlers,
        Requeues requeues,
        DeadLetterSender deadLetters,
        WorkDeadlines deadlines,
        Breakers breakers,
        QueueMetrics metrics) {
    private static final Logger LOG = LoggerFactory.getLogger(QueueListener.class);

    /** Processes a message. The container acknowledges it when this returns; when this throws, SQS delivers it again after its timeout. */
    public void receive(Queue queue, String body, Receipt receipt) {
        read(queue, body, receipt, message -> process(message, receipt));
    }

    /** Decodes a message for this processor. Dead-letters one that no handler can process, or leaves it to a worker of a newer version. */
    public void read(Queue queue, String body, Receipt receipt, Consumer<QueueMessage> processor) {
        try {
            processor.accept(codec.decode(body).withFirstSentAt(receipt.sentAt()));
        } catch (DeadLetterException e) {
            refuse(queue, body, receipt, e.reason(), String.valueOf(e.getMessage()));
        } catch (UnknownValueException e) {
            refuse(queue, body, receipt, DeadLetterReason.UNKNOWN_VALUE, String.valueOf(e.getMessage()));
        }
    }

    public void process(QueueMessage message, Receipt receipt) {
        try (Work work = deadlines.begin()) {
            Traces.handling(message);
            boolean rechecked = message.mayBeRechecked() && receipt.mayHaveTwoHandlers() && isRechecked(message);
            Handled handled = handle(message, receipt, work.deadline());
            boolean mayWriteLate =
                    receipt.mayHaveTwoHandlers() || work.deadline().mayWriteLate();
            if (message.mayBeRechecked() && mayWriteLate && !rechecked) {
                requeues.recheck(message.recheck());
            }
            requeues.send(handled);
        }
    }

    /**
     * Sends the recheck before the work: if this handler dies, another one may acknowledge the message. Returns false if it cannot be sent; the work
     * goes on, and the message is not acknowledged without it.
     */
    private boolean isRechecked(QueueMessage message) {
        try {
            requeues.recheck(message.recheck());
            return true;
        } catch (StorageException e) {
            return false;
        }
    }

    /** Calls the handler. A storage failure that may pass requeues the message; every other failure is logged and thrown. */
    public Handled handle(QueueMessage message, Receipt receipt, Deadline deadline) {
        try {
            return handlers.handle(message, receipt, deadline);
        } catch (UnknownValueException | DeadLetterException e) {
            throw e;
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw failed(message, e);
            }
            Requeues.about(message, LOG.atLevel(breakers.allClosed() ? Level.WARN : Level.DEBUG))
                    .addKeyValue("reason", e.reason())
                    .log("Store unavailable, message requeued");
            return new Handled.Requeue(message.next(), RequeueReason.of(e));
        } catch (RuntimeException e) {
            throw failed(message, e);
        }
    }

    private static RuntimeException failed(QueueMessage message, RuntimeException e) {
        Requeues.about(message, LOG.atError())
                .setCause(e)
                .log("Message failed, delivered again after its visibility timeout");
        return e;
    }

    /** Leaves a message of a newer version to a worker of that for a while: during a deployment both run. */
    private void refuse(Queue queue, String body, Receipt receipt, DeadLetterReason reason, String detail) {
        String again = reason == DeadLetterReason.UNKNOWN_VALUE ? nextAttempt(body, receipt) : body;
        if (reason.isOfNewerVersion() && requeues.requeueForNewerVersion(queue, again, receipt)) {
            log(queue, reason, detail, "Message of a newer version requeued");
        } else {
            deadLetter(queue, body, reason, detail);
        }
    }

    private static void log(Queue queue, DeadLetterReason reason, String detail, String event) {
        LOG.atWarn()
                .addKeyValue("queue", queue.suffix())
                .addKeyValue("reason", reason.value())
                .addKeyValue("detail", detail)
                .log(event);
    }

    /** The handler may have stopped in the midst of its writes. */
    private String nextAttempt(String body, Receipt receipt) {
        return MessageCodec.encode(codec.decode(body).next().withFirstSentAt(receipt.sentAt()));
    }

    /** Sends a message that no handler can process to the dead-letter queue. Logs nothing of its body. */
    private void deadLetter(Queue queue, String body, DeadLetterReason reason, String detail) {
        try {
            deadLetters.deadLetter(queue, body, reason, detail);
        } catch (StorageException e) {
            LOG.atLevel(e.isPermanent() ? Level.ERROR : Level.WARN)
                    .addKeyValue("queue", queue.suffix())
                    .setCause(e)
                    .log("Cannot dead-letter message, delivered again after its visibility timeout");
            throw e;
        }
        metrics.deadLettered(queue, reason).increment();
        log(queue, reason, detail, "Message dead-lettered");
    }
}
