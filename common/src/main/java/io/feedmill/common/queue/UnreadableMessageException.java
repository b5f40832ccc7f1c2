package io.feedmill.common.queue;

/** A message that no version of this program can have sent: it goes to the dead-letter queue with this exception's message as its reason. */
public final class UnreadableMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public UnreadableMessageException(String reason) {
        super(reason);
    }
}
