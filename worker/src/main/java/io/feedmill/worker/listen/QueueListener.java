package io.feedmill.worker.listen;

import io.feedmill.common.fanout.JobStore.ImpossibleStateException;
import io.feedmill.common.fanout.JobStore.JobNotFoundException;
import io.feedmill.common.queue.DeadLetterSender;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.MessageCodec.UnreadableMessageException;
import io.feedmill.common.queue.PairMessage;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.UnknownValueException;
import io.feedmill.worker.deliver.RepairHandler;
import io.feedmill.worker.deliver.SliceHandler;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.plan.PlanHandler;
import io.feedmill.worker.upkeep.RebuildHandler;
import io.feedmill.worker.upkeep.ReconcileHandler;
import io.feedmill.worker.view.ViewHandler;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import io.feedmill.worker.work.WorkDeadlines.Work;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/** Processes the messages of all queues, each on the thread of its container. */
@Component
public final class QueueListener {
    private static final Logger LOG = LoggerFactory.getLogger(QueueListener.class);

    private final MessageHandler handler;
    private final Requeues requeues;
    private final DeadLetterSender deadLetters;
    private final WorkDeadlines deadlines;
    private final Breakers breakers;
    private final WorkerMetrics metrics;

    public QueueListener(
            MessageHandler handler,
            Requeues requeues,
            DeadLetterSender deadLetters,
            WorkDeadlines deadlines,
            Breakers breakers,
            WorkerMetrics metrics) {
        this.handler = handler;
        this.requeues = requeues;
        this.deadLetters = deadLetters;
        this.deadlines = deadlines;
        this.breakers = breakers;
        this.metrics = metrics;
    }

    /**
     * Processes a message from its receipt to its end. The container acknowledges it when this returns. When this throws, SQS delivers it again
     * after its visibility timeout.
     */
    public void receive(Queue queue, String body, Receipt receipt) {
        try (Work work = deadlines.begin()) {
            QueueMessage message = MessageCodec.decode(body).withFirstSentAt(receipt.sentAt());
            boolean rechecked = !receipt.mayHaveTwoHandlers() || !message.mayBeRechecked() || isRechecked(message);
            Handled handled = handle(message, receipt, work.deadline());
            if (!rechecked) {
                requeues.recheck(message.recheck());
            }
            switch (handled) {
                case Handled.Done done -> {
                    // acknowledge
                }
                case Handled.Continue next -> requeues.send(next.message(), next.delay());
                case Handled.Wait wait -> requeues.sendSecondLook(wait.message());
                case Handled.Requeue unfinished -> requeues.requeue(unfinished.message());
            }
        } catch (UnreadableMessageException e) {
            if (e.reason().isOfNewerVersion()) {
                requeueOrDeadLetter(queue, body, receipt, e.reason(), e);
            } else {
                deadLetter(queue, body, e.reason(), e);
            }
        } catch (UnknownValueException e) {
            requeueOrDeadLetter(queue, body, receipt, DeadLetterReason.UNKNOWN_VALUE, e);
        } catch (JobNotFoundException e) {
            deadLetter(queue, body, DeadLetterReason.NO_SUCH_JOB, e);
        } catch (ImpossibleStateException e) {
            deadLetter(queue, body, DeadLetterReason.IMPOSSIBLE_STATE, e);
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
    Handled handle(QueueMessage message, Receipt receipt, Deadline deadline) {
        try {
            return handler.handle(message, receipt, deadline);
        } catch (JobNotFoundException | ImpossibleStateException | UnknownValueException e) {
            throw e;
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw failed(message, e);
            }
            LOG.atLevel(breakers.allClosed() ? Level.WARN : Level.DEBUG)
                    .addKeyValue(subject(message), id(message))
                    .addKeyValue("attempt", message.attempt())
                    .addKeyValue("reason", e.reason())
                    .log("Store unavailable, message requeued");
            return new Handled.Requeue(message.next());
        } catch (RuntimeException e) {
            throw failed(message, e);
        }
    }

    /** The log key of what the message is about. */
    static String subject(QueueMessage message) {
        return switch (message) {
            case QueueMessage.OfJob work -> "job";
            case QueueMessage.OfPost work -> "post";
            case PairMessage work -> "pair";
        };
    }

    static Object id(QueueMessage message) {
        return switch (message) {
            case QueueMessage.OfJob work -> work.job();
            case QueueMessage.OfPost work -> work.post();
            case PairMessage work -> work.pair();
        };
    }

    private static RuntimeException failed(QueueMessage message, RuntimeException e) {
        LOG.atError()
                .addKeyValue(subject(message), id(message))
                .addKeyValue("attempt", message.attempt())
                .setCause(e)
                .log("Message failed, delivered again after its visibility timeout");
        return e;
    }

    /** Leaves the message to a worker of a newer version for a while: during a deployment both run. */
    private void requeueOrDeadLetter(
            Queue queue, String body, Receipt receipt, DeadLetterReason reason, RuntimeException cause) {
        String again = reason == DeadLetterReason.UNKNOWN_VALUE ? nextAttempt(body, receipt) : body;
        if (!requeues.requeueForNewerVersion(queue, again, receipt)) {
            deadLetter(queue, body, reason, cause);
            return;
        }
        LOG.atWarn()
                .addKeyValue("queue", queue.suffix())
                .addKeyValue("reason", reason.code())
                .addKeyValue("detail", cause.getMessage())
                .log("Message of a newer version requeued");
    }

    /** The handler may have stopped in the midst of its writes. */
    private static String nextAttempt(String body, Receipt receipt) {
        return MessageCodec.encode(MessageCodec.decode(body).next().withFirstSentAt(receipt.sentAt()));
    }

    /** Sends a message that no handler can process to the dead-letter queue. Logs nothing of its body. */
    private void deadLetter(Queue queue, String body, DeadLetterReason reason, RuntimeException cause) {
        try {
            deadLetters.deadLetter(queue, body, reason, String.valueOf(cause.getMessage()));
        } catch (StorageException e) {
            LOG.atError()
                    .addKeyValue("queue", queue.suffix())
                    .setCause(e)
                    .log("Cannot dead-letter message, delivered again after its visibility timeout");
            throw e;
        }
        metrics.deadLettered(queue, reason).increment();
        LOG.atWarn()
                .addKeyValue("queue", queue.suffix())
                .addKeyValue("reason", reason.code())
                .addKeyValue("detail", cause.getMessage())
                .log("Message dead-lettered");
    }

    /** Passes a message to the handler of its type. */
    @Component
    public record MessageHandler(
            PlanHandler plans,
            SliceHandler slices,
            RepairHandler repairs,
            ViewHandler views,
            ReconcileHandler pairs,
            RebuildHandler rebuilds) {
        public Handled handle(QueueMessage message, Receipt receipt, Deadline deadline) {
            return switch (message) {
                case QueueMessage.Plan plan -> plans.handle(plan, receipt, deadline);
                case QueueMessage.Deliver slice -> slices.handle(slice, receipt, deadline);
                case QueueMessage.Repair repair -> repairs.handle(repair, deadline);
                case QueueMessage.Views viewed -> views.handle(viewed, deadline);
                case QueueMessage.Reconcile reconcile -> pairs.handle(reconcile, deadline);
                case PairMessage.Rebuild rebuild -> rebuilds.handle(rebuild, receipt, deadline);
            };
        }
    }
}
