package io.feedmill.common.queue;

import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;

/** No handler of this version can process the message. The exception's message quotes nothing of its body. */
public final class DeadLetterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final DeadLetterReason reason;

    public DeadLetterException(DeadLetterReason reason, String detail) {
        super(detail);
        this.reason = reason;
    }

    public DeadLetterReason reason() {
        return reason;
    }
}
