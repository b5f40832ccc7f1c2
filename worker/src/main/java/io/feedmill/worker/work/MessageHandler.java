package io.feedmill.worker.work;

import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;

/** Handles the messages of one type. Each is a bean, and a class that names the type. Thread-safe. */
public interface MessageHandler<M extends QueueMessage> {

    /** Throws a {@link DeadLetterException} if no handler can do the work. */
    Handled handle(M message, Receipt receipt, Deadline deadline);

    /**
     * Records that the work goes on after this attempt was sent, so that nothing else sends it.
     *
     * @param stopping whether the process stops
     */
    default void requeued(M next, RequeueReason reason, boolean stopping) {}
}
