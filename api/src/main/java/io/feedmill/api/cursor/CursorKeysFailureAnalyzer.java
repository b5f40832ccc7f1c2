package io.feedmill.api.cursor;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Says why the process does not start, without the stack trace around it; before Boot's own, which shows what was bound. */
@Order(Ordered.HIGHEST_PRECEDENCE)
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
