package io.feedmill.common.queue;

import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;

/** Sends messages to the dead-letter queues. Thread-safe. */
public interface DeadLetterSender {
    /** The message attribute with the {@link DeadLetterReason#value()}; messages that SQS itself moved after too many receives have none. */
    String REASON = "reason";

    String DETAIL = "detail";

    /** Dead-letters the message. The detail is a sentence that quotes nothing of the body; cut after 256 characters. */
    void deadLetter(Queue queue, String body, DeadLetterReason reason, String detail);

    /** Why a message goes to the dead-letter queue. The values are stable: dashboards and scripts use them. */
    enum DeadLetterReason implements LowerCaseName {
        /** The body is not a JSON object. */
        NOT_JSON,
        /** An unknown type: of another program, or of a newer version. */
        UNKNOWN_TYPE,
        /** An unknown version of the format. */
        UNKNOWN_VERSION,
        /** A row that it needs has a value of a newer version. */
        UNKNOWN_VALUE,
        /** A field is missing or invalid. */
        MALFORMED,
        /** Larger than any of our messages. */
        TOO_LARGE,
        /** Its job is absent: it never existed, or it has expired. */
        NO_SUCH_JOB,
        /** It contradicts its job in a way that no order of events explains. */
        IMPOSSIBLE_STATE;

        /** Whether a worker of a newer version may handle the message. */
        public boolean isOfNewerVersion() {
            return this == UNKNOWN_TYPE || this == UNKNOWN_VERSION || this == UNKNOWN_VALUE;
        }
    }

    /** No handler of this version can process the message. The exception's message quotes nothing of its body. */
    final class DeadLetterException extends RuntimeException {
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
}
