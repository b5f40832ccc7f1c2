package io.feedmill.faults;

/** A proxy that does not start or stop. The message is for the user. */
public final class FaultProxyException extends RuntimeException {
    FaultProxyException(String message, Throwable cause) {
        super(message, cause);
    }
}
