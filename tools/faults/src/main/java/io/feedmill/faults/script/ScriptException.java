package io.feedmill.faults.script;

/** A script that cannot be used. The message is one sentence for its author. */
public final class ScriptException extends RuntimeException {
    ScriptException(String message) {
        super(message);
    }

    ScriptException(String message, Throwable cause) {
        super(message, cause);
    }
}
