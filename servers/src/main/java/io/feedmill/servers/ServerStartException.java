package io.feedmill.servers;

/** A child process ended or stayed silent instead of getting ready. Its message has the end of the process's log. */
public final class ServerStartException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ServerStartException(String message) {
        super(message);
    }

    public ServerStartException(String message, Throwable cause) {
        super(message, cause);
    }
}
