package io.feedmill.stack.console;

/** A step of a run failed, so the run cannot continue. The message is for the user. */
public final class StepFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StepFailure(String message) {
        super(message);
    }
}
