package io.feedmill.api.problem;

import java.io.IOException;

/** Ends the reading of a body that is larger than allowed. */
public final class BodyTooLargeException extends IOException {
    private final long limit;

    /**
     * Says how much is allowed.
     *
     * @param limit in bytes
     */
    public BodyTooLargeException(long limit) {
        super("the body is larger than " + limit + " bytes");
        this.limit = limit;
    }

    public Problem problem() {
        return Problem.of(ProblemType.BODY_TOO_LARGE, "The body is larger than " + limit + " bytes.");
    }
}
