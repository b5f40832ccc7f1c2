package io.feedmill.common.queue;

/** A message that no version of this program can have sent, or only a newer one. Its message quotes nothing of the text. */
public final class UnreadableMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final PoisonReason reason;

    public UnreadableMessageException(PoisonReason reason, String detail) {
        super(detail);
        this.reason = reason;
    }

    public PoisonReason reason() {
        return reason;
    }
}
