package io.feedmill.cli.client;

import io.feedmill.cli.command.CommandException;
import org.jspecify.annotations.Nullable;

/** Feedmill was unreachable or returned an unexpected answer. */
public final class FeedmillException extends CommandException {

    private static final long serialVersionUID = 1L;
    private static final int NONE = 0;
    private static final int UNANSWERED = -1;
    private static final int TOO_MANY_REQUESTS = 429;

    private final int status;

    public FeedmillException(String message) {
        this(message, NONE, null);
    }

    public FeedmillException(String message, Throwable cause) {
        this(message, NONE, cause);
    }

    private FeedmillException(String message, int status, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    static FeedmillException unanswered(String message, Throwable cause) {
        return new FeedmillException(message, UNANSWERED, cause);
    }

    static FeedmillException answered(int status, String message) {
        return new FeedmillException(message, status, null);
    }

    /** Returns whether the answer has this status. */
    public boolean is(int wanted) {
        return status == wanted;
    }

    /**
     * Returns whether the same call may succeed later: it had no answer, or one of status 429 or 5xx. But for 429 the failed call may have had an
     * effect.
     */
    public boolean isTemporary() {
        return status == UNANSWERED || status == TOO_MANY_REQUESTS || status / 100 == 5;
    }
}
