package io.feedmill.stack.client;

import org.jspecify.annotations.Nullable;

/** Feedmill was unreachable or returned an unexpected answer. The message is one sentence for the user. */
public final class FeedmillException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final boolean temporary;

    public FeedmillException(String message) {
        this(message, false, null);
    }

    public FeedmillException(String message, Throwable cause) {
        this(message, false, cause);
    }

    private FeedmillException(String message, boolean temporary, @Nullable Throwable cause) {
        super(message, cause);
        this.temporary = temporary;
    }

    /** Creates an exception after which the same call may succeed. The failed call may have had an effect. */
    static FeedmillException temporary(String message, @Nullable Throwable cause) {
        return new FeedmillException(message, true, cause);
    }

    /** Returns whether the same call may succeed later: it had no answer, or one of status 5xx. */
    public boolean isTemporary() {
        return temporary;
    }
}
