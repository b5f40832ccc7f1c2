package io.feedmill.stack.graph;

/** A graph file that cannot be read or used. Its message is one sentence for the user, with the line where there is one. */
public final class BadGraphException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public BadGraphException(String message) {
        super(message);
    }

    public BadGraphException(String message, Throwable cause) {
        super(message, cause);
    }
}
