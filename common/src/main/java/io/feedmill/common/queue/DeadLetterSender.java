package io.feedmill.common.queue;

/** Where messages go that no handler can understand. Thread-safe. */
public interface DeadLetterSender {
    /** The message attribute with the {@link DeadLetterReason#code()}; SQS adds none to what it moves itself after too many receives. */
    String REASON = "reason";

    /** The message attribute with the sentence. */
    String DETAIL = "detail";

    /**
     * Puts the message aside.
     *
     * @param detail a sentence that quotes nothing of the body; its end is cut off beyond 256 characters
     */
    void deadLetter(Queue queue, String body, DeadLetterReason reason, String detail);
}
