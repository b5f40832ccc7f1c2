package io.feedmill.faults.protocol;

/** Whose request it is, by the header {@code X-Amz-Target}. */
public enum Service {
    DYNAMO_DB,
    SQS,
    /** Anything else: passed through, but for the faults that suit any request. */
    OTHER
}
