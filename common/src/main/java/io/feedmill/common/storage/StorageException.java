package io.feedmill.common.storage;

import io.feedmill.common.key.LowerCaseName;
import org.jspecify.annotations.Nullable;

/** A call to a store or a queue failed after all retries. */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What a caller can do. */
    public enum Kind implements LowerCaseName {
        /** The capacity is used up: slow down, then retry. */
        THROTTLED,
        /** The store did not answer or failed itself: retry. */
        TRANSIENT,
        /** The call was not made, because the store does not answer or too many calls wait for it: retry later. */
        REJECTED,
        /**
         * This process may not make the call, or the table or queue is gone: valid credentials, a permission, a key or the table is missing. A
         * retry succeeds once an operator has mended that.
         */
        FORBIDDEN,
        /** The request is wrong: a retry changes nothing. */
        PERMANENT
    }

    private final Kind kind;
    private final String reason;

    public StorageException(Kind kind, String reason, @Nullable Throwable cause) {
        super(kind + ": " + reason, cause);
        this.kind = kind;
        this.reason = reason;
    }

    public StorageException(Kind kind, String reason) {
        this(kind, reason, null);
    }

    public Kind kind() {
        return kind;
    }

    /** Whether a retry within seconds may succeed. */
    public boolean isRetryable() {
        return kind == Kind.THROTTLED || kind == Kind.TRANSIENT;
    }

    /** Whether a retry changes nothing. */
    public boolean isPermanent() {
        return kind == Kind.PERMANENT;
    }

    /** The limit that throttled the call, AWS's error code, or the class of the client's exception. */
    public String reason() {
        return reason;
    }
}
