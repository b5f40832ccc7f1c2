package io.feedmill.common.queue;

/** Why a message goes to the dead-letter queue at once. The codes are stable: dashboards and scripts go by them. */
public enum DeadLetterReason {
    /** The body is not a JSON object. */
    NOT_JSON("not-json"),
    /** A type that this version does not know: another program's, or a newer version's. */
    UNKNOWN_TYPE("unknown-type"),
    /** A version of the message's form that this version does not know. */
    UNKNOWN_VERSION("unknown-version"),
    /** A field is missing, or no version wrote what it says. */
    MALFORMED("malformed"),
    /** Larger than any message of ours. */
    TOO_LARGE("too-large"),
    /** Its job is not there: it never was, or it has expired. */
    NO_SUCH_JOB("no-such-job"),
    /** It contradicts its job in a way that no order of events explains. */
    IMPOSSIBLE_STATE("impossible-state");

    private final String code;

    DeadLetterReason(String code) {
        this.code = code;
    }

    /** As dead letters and metrics show it. */
    public String code() {
        return code;
    }
}
