package io.feedmill.bench.streamframework;

/** Stream-Framework did not do what it was asked to. */
public final class StreamFrameworkException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    StreamFrameworkException(String message) {
        super(message);
    }

    StreamFrameworkException(String message, Throwable cause) {
        super(message, cause);
    }
}
