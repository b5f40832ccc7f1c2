package io.feedmill.emulators;

/** Something else listens on the port that a server was to have. Its message is one sentence for the user. */
public final class PortTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PortTakenException(String server, int port) {
        super("Port %d for %s is taken; stop what listens there or choose another port.".formatted(port, server));
    }
}
