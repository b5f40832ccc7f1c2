package io.feedmill.api.cursor;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says why the process does not start, without the stack trace around it. */
final class CursorKeysFailureAnalyzer extends AbstractFailureAnalyzer<CursorKeysException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, CursorKeysException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Set FEEDMILL_CURSOR_KEYS (newest first, separated by commas), for example to the output of"
                        + " 'openssl rand -base64 32'; on a laptop start with the profile 'local' instead.",
                cause);
    }
}
