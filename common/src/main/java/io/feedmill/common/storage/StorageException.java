package io.feedmill.common.storage;

/** A call to a store or a queue failed after all retries. */
public final class StorageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** What a caller can do about it. */
    public enum Kind {
        /** The capacity is used up: slow down, then try again. */
        THROTTLED,
        /** The store did not answer, or said that it is its own fault: try again. */
        TRANSIENT,
        /** The request is at fault, or may not be made: trying again changes nothing. */
        PERMANENT
    }

    private final Kind kind;
    private final String reason;

    public StorageException(Kind kind, String reason, Throwable cause) {
        super(kind + ": " + reason, cause);
        this.kind = kind;
        this.reason = reason;
    }

    public StorageException(Kind kind, String reason) {
        super(kind + ": " + reason);
        this.kind = kind;
        this.reason = reason;
    }

    public Kind kind() {
        return kind;
    }

    /** Whether trying again changes nothing. */
    public boolean isPermanent() {
        return kind == Kind.PERMANENT;
    }

    /** The limit that throttled the call, AWS's error code, or the class of what the client met. */
    public String reason() {
        return reason;
    }
}
