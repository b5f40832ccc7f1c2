package io.feedmill.api.cursor;

import io.feedmill.api.cursor.CursorSettings.InvalidKeysException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Explains the refused start without a stack trace. Precedes Spring Boot's own analyzer, which would show the bound values. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class CursorKeysFailureAnalyzer extends AbstractFailureAnalyzer<InvalidKeysException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidKeysException cause) {
        return new FailureAnalysis(
                cause.getMessage(),
                "Set FEEDMILL_CURSOR_KEYS (newest first, separated by commas), for example to the output of"
                        + " 'openssl rand -base64 32'; for development use the profile 'local'.",
                cause);
    }
}
