package io.feedmill.common.queue;

/** Why a message goes to the dead-letter queue at once. The codes are stable: dashboards and scripts use them. */
public enum DeadLetterReason {
    /** The body is not a JSON object. */
    NOT_JSON("not-json"),
    /** An unknown type: of another program, or of a newer version. */
    UNKNOWN_TYPE("unknown-type"),
    /** An unknown version of the format. */
    UNKNOWN_VERSION("unknown-version"),
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

    /** As dead-letter messages and metrics show it. */
    public String code() {
        return code;
    }
}
