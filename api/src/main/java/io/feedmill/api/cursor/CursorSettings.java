package io.feedmill.api.cursor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/**
 * Settings {@code feedmill.cursor}.
 *
 * @param keys secrets of at least 32 characters that encrypt cursors, the same on all APIs; required except in the profile {@code local}. The first one
 *     encrypts, all are accepted; SECURITY.md says how to rotate them
 */
@ConfigurationProperties("feedmill.cursor")
public record CursorSettings(List<String> keys) {
    private static final int MIN_LENGTH = 32;

    public CursorSettings(@Nullable List<String> keys) {
        if (keys == null || keys.isEmpty()) {
            throw new InvalidKeysException("feedmill.cursor.keys is not set: set a secret of at least 32 characters"
                    + " to encrypt cursors, the same on all API processes.");
        }
        if (keys.stream().anyMatch(key -> key.length() < MIN_LENGTH)) {
            throw new InvalidKeysException("feedmill.cursor.keys has a secret of less than 32 characters.");
        }
        this.keys = List.copyOf(keys);
    }

    /** Hides the secrets. */
    @Override
    public String toString() {
        return "CursorSettings[" + keys.size() + " keys]";
    }

    /** The keys are missing or too short; the message is one sentence for the operator. */
    static final class InvalidKeysException extends IllegalArgumentException {
        InvalidKeysException(String message) {
            super(message);
        }
    }

    /**
     * Explains the refused start without a stack trace. Precedes Spring Boot's own analyzer, which would show the bound
     * values.
     */
    @Order(Ordered.HIGHEST_PRECEDENCE)
    static final class InvalidKeysFailureAnalyzer extends AbstractFailureAnalyzer<InvalidKeysException> {

        @Override
        protected FailureAnalysis analyze(Throwable rootFailure, InvalidKeysException cause) {
            return new FailureAnalysis(
                    cause.getMessage(),
                    "Set FEEDMILL_CURSOR_KEYS (newest first, separated by commas), for example to the output of"
                            + " 'openssl rand -base64 32'; for development use the profile 'local'.",
                    cause);
        }
    }
}
