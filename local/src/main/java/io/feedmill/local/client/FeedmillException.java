package io.feedmill.local.client;

/** Feedmill could not be reached, or answered otherwise than it should. Its message is one sentence for the user. */
public final class FeedmillException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public FeedmillException(String message) {
        super(message);
    }

    public FeedmillException(String message, Throwable cause) {
        super(message, cause);
    }
}
