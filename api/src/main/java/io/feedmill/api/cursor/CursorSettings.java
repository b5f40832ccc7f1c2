package io.feedmill.api.cursor;

import io.feedmill.api.http.InvalidSettingsException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

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
            throw invalid("feedmill.cursor.keys is not set: set a secret of at least 32 characters"
                    + " to encrypt cursors, the same on all API processes.");
        }
        if (keys.stream().anyMatch(key -> key.length() < MIN_LENGTH)) {
            throw invalid("feedmill.cursor.keys has a secret of less than 32 characters.");
        }
        this.keys = List.copyOf(keys);
    }

    /** Hides the secrets. */
    @Override
    public String toString() {
        return "CursorSettings[" + keys.size() + " keys]";
    }

    private static InvalidSettingsException invalid(String message) {
        return new InvalidSettingsException(
                message,
                "Set FEEDMILL_CURSOR_KEYS (newest first, separated by commas), for example to the output of"
                        + " 'openssl rand -base64 32'; for development use the profile 'local'.");
    }
}
