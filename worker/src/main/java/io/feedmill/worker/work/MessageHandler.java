package io.feedmill.worker.work;

import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import java.time.Duration;

/** Handles the messages of one type. Each is a bean, and a class that names the type. Thread-safe. */
public interface MessageHandler<M extends QueueMessage> {

    /** Throws a {@link DeadLetterException} if no handler can do the work. */
    Handled handle(M message, Receipt receipt, Deadline deadline);

    /** Records that the work goes on in this attempt, which was sent with this delay (none at a stop), so that nothing else sends it. */
    default void requeued(M next, RequeueReason reason, Duration delay) {}

    sealed interface Handled {

        /** The work is done, or another worker does it: acknowledge the message. */
        record Done() implements Handled {}

        /** The work did not finish in time: send this next attempt with a growing delay (none at a stop), then acknowledge. */
        record Requeue(QueueMessage message, RequeueReason reason) implements Handled {
            /** The time ran out. */
            public Requeue(QueueMessage message) {
                this(message, RequeueReason.OUT_OF_TIME);
            }
        }

        /** The work continues in this message after the delay: send it, then acknowledge. */
        record Continue(QueueMessage message, Duration delay) implements Handled {}

        /** As {@link Continue}, when no handler can write any more what it read before: the delay holds at a stop, too. */
        record Wait(QueueMessage message) implements Handled {}
    }
}
