package io.feedmill.common.queue;

import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.storage.StorageException;

/** Why the work of a message was not finished and is requeued. */
public enum RequeueReason implements LowerCaseName {
    /** Its time ran out. */
    OUT_OF_TIME,
    /** The store refused writes until the time ran out, or throttled another call. */
    THROTTLED,
    /** The store did not answer, failed, or was not called because it does not answer. */
    UNAVAILABLE,
    /** The worker may not make the call, or the table is gone. */
    FORBIDDEN;

    public static RequeueReason of(StorageException failure) {
        return switch (failure.kind()) {
            case THROTTLED -> THROTTLED;
            case TRANSIENT, REJECTED -> UNAVAILABLE;
            case FORBIDDEN, PERMANENT -> FORBIDDEN;
        };
    }
}
