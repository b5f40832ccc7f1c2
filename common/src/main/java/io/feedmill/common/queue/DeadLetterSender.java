package io.feedmill.common.queue;

/** Sends messages to the dead-letter queues. Thread-safe. */
public interface DeadLetterSender {
    /** The message attribute with the {@link DeadLetterReason#code()}; messages that SQS itself moved after too many receives have none. */
    String REASON = "reason";

    /** The message attribute with the detail. */
    String DETAIL = "detail";

    /**
     * Dead-letters the message.
     *
     * @param detail a sentence that quotes nothing of the body; cut after 256 characters
     */
    void deadLetter(Queue queue, String body, DeadLetterReason reason, String detail);
}
