package io.feedmill.common.queue;

/** A message that no version of this program can have sent, or only a newer one. Its message quotes nothing of the text. */
public final class UnreadableMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final DeadLetterReason reason;

    public UnreadableMessageException(DeadLetterReason reason, String detail) {
        super(detail);
        this.reason = reason;
    }

    public DeadLetterReason reason() {
        return reason;
    }
}
