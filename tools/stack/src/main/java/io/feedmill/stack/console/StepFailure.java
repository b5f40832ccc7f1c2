package io.feedmill.stack.console;

/** A step of a run did not do what it should, so that the rest makes no sense. Its message is for the user. */
public final class StepFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public StepFailure(String message) {
        super(message);
    }
}
