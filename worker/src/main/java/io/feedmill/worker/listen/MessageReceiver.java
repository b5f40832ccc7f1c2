package io.feedmill.worker.listen;

import io.feedmill.common.fanout.ImpossibleStateException;
import io.feedmill.common.fanout.JobNotFoundException;
import io.feedmill.common.queue.DeadLetterReason;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.UnreadableMessageException;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.health.Breakers;
import io.feedmill.worker.message.Handled;
import io.feedmill.worker.stop.Work;
import io.feedmill.worker.stop.WorkDeadlines;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Component;

/**
 * A message's way through the worker. When {@link #receive} returns, the message may be deleted: its work is done, or is in another message, or
 * is put aside with its reason. When it throws, the message comes back once its visibility timeout is over.
 */
@Component
public final class MessageReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(MessageReceiver.class);

    private final MessageHandler handler;
    private final Requeues resending;
    private final PoisonMessages poison;
    private final WorkDeadlines deadlines;
    private final Breakers breakers;

    public MessageReceiver(
            MessageHandler handler,
            Requeues resending,
            PoisonMessages poison,
            WorkDeadlines deadlines,
            Breakers breakers) {
        this.handler = handler;
        this.resending = resending;
        this.poison = poison;
        this.deadlines = deadlines;
        this.breakers = breakers;
    }

    public void receive(Queue queue, String body) {
        try (Work work = deadlines.begin()) {
            work(MessageCodec.decode(body), work.deadline());
        } catch (UnreadableMessageException e) {
            poison.putAside(queue, body, e.reason(), e);
        } catch (JobNotFoundException e) {
            poison.putAside(queue, body, DeadLetterReason.NO_SUCH_JOB, e);
        } catch (ImpossibleStateException e) {
            poison.putAside(queue, body, DeadLetterReason.IMPOSSIBLE_STATE, e);
        }
    }

    /** Handles it and does what comes of that; throws, logged, where the message has to come back. */
    void work(QueueMessage message, Deadline deadline) {
        try {
            settle(handle(message, deadline));
        } catch (JobNotFoundException | ImpossibleStateException e) {
            throw e;
        } catch (RuntimeException e) {
            throw failed(message, e);
        }
    }

    private Handled handle(QueueMessage message, Deadline deadline) {
        try {
            return handler.handle(message, deadline);
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
            LOG.atLevel(breakers.allClosed() ? Level.WARN : Level.DEBUG)
                    .addKeyValue(subject(message), id(message))
                    .addKeyValue("attempt", message.attempt())
                    .addKeyValue("reason", e.reason())
                    .log("Handing back");
            return new Handled.Requeue(message.next());
        }
    }

    private static RuntimeException failed(QueueMessage message, RuntimeException e) {
        LOG.atError()
                .addKeyValue(subject(message), id(message))
                .addKeyValue("attempt", message.attempt())
                .setCause(e)
                .log("Failed: the message comes back after its visibility timeout");
        return e;
    }

    private static String subject(QueueMessage message) {
        return message instanceof QueueMessage.OfJob ? "job" : "post";
    }

    private static Object id(QueueMessage message) {
        return switch (message) {
            case QueueMessage.OfJob work -> work.job();
            case QueueMessage.OfPost work -> work.post();
        };
    }

    private void settle(Handled handled) {
        switch (handled) {
            case Handled.Done done -> {
                // the message can go
            }
            case Handled.GoOn goOn -> resending.goOn(goOn.message(), goOn.delay());
            case Handled.Requeue back -> resending.handBack(back.message());
        }
    }
}
