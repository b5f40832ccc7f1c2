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

    /** Why a message goes to the dead-letter queue. The codes are stable: dashboards and scripts use them. */
    enum DeadLetterReason {
        /** The body is not a JSON object. */
        NOT_JSON("not-json"),
        /** An unknown type: of another program, or of a newer version. */
        UNKNOWN_TYPE("unknown-type"),
        /** An unknown version of the format. */
        UNKNOWN_VERSION("unknown-version"),
        /** A row that it needs has a value of a newer version. */
        UNKNOWN_VALUE("unknown-value"),
        /** A field is missing or invalid. */
        MALFORMED("malformed"),
        /** Larger than any of our messages. */
        TOO_LARGE("too-large"),
        /** Its job is absent: it never existed, or it has expired. */
        NO_SUCH_JOB("no-such-job"),
        /** It contradicts its job in a way that no order of events explains. */
        IMPOSSIBLE_STATE("impossible-state");

        private final String code;

        DeadLetterReason(String code) {
            this.code = code;
        }

        /** Whether a worker of a newer version may handle the message. */
        public boolean isOfNewerVersion() {
            return this == UNKNOWN_TYPE || this == UNKNOWN_VERSION || this == UNKNOWN_VALUE;
        }

        /** As dead-letter messages and metrics show it. */
        public String code() {
            return code;
        }
    }
}
