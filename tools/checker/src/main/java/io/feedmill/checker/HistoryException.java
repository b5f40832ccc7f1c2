package io.feedmill.checker;

/** A history that cannot be read; the message names the line and says why. */
public final class HistoryException extends RuntimeException {
    HistoryException(String message) {
        super(message);
    }
}
