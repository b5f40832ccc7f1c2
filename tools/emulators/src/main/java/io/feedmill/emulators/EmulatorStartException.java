package io.feedmill.emulators;

/** A child process did not become ready. The message has the end of the process's log. */
public final class EmulatorStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public EmulatorStartException(String message) {
        super(message);
    }

    public EmulatorStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
