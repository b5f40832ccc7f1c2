package io.feedmill.emulators;

/** Another program listens on a server's port. The message is one sentence for the user. */
public final class PortTakenException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public PortTakenException(String server, int port) {
        super("Port %d for %s is taken; stop the program that listens there or choose another port."
                .formatted(port, server));
    }
}
