package io.feedmill.api.cursor;

/** The cursor keys are missing or unfit; the message is one sentence for whoever starts the process. */
final class CursorKeysException extends IllegalArgumentException {
    CursorKeysException(String message) {
        super(message);
    }
}
