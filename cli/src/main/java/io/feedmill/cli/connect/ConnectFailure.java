package io.feedmill.cli.connect;

/** The environment does not say where Feedmill is. The message is one sentence that the user can act on. */
public final class ConnectFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    ConnectFailure(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
