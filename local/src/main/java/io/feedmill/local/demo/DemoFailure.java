package io.feedmill.local.demo;

/** A step of the demo did not do what it should. Its message is for the user. */
public final class DemoFailure extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public DemoFailure(String message) {
        super(message);
    }
}
