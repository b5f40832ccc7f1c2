package io.feedmill.api.problem;

/** Ends a request with a problem. Carries no stack trace: it says what the client did, not where we noticed. */
public final class ProblemException extends RuntimeException {
    private final transient Problem problem;

    public ProblemException(Problem problem) {
        super(problem.detail(), null, false, false);
        this.problem = problem;
    }

    public ProblemException(ProblemType type, String detail) {
        this(Problem.of(type, detail));
    }

    public Problem problem() {
        return problem;
    }
}
