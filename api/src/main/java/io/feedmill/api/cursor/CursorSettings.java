package io.feedmill.api.cursor;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Settings {@code feedmill.cursor}.
 *
 * @param keys secrets of at least 32 characters, the same on all API processes. The first signs; all are accepted, so that a new one is put
 *     in front and the old one removed once no walk of before is under way. No default: required. The profile {@code local} has one
 */
@ConfigurationProperties("feedmill.cursor")
public record CursorSettings(List<String> keys) {
    private static final int MIN_LENGTH = 32;

    public CursorSettings(@Nullable List<String> keys) {
        if (keys == null || keys.isEmpty()) {
            throw new CursorKeysException("feedmill.cursor.keys is not set: it takes a secret of at least 32 characters"
                    + " to sign cursors with, the same on all API processes.");
        }
        if (keys.stream().anyMatch(key -> key.length() < MIN_LENGTH)) {
            throw new CursorKeysException("feedmill.cursor.keys has a secret of less than 32 characters.");
        }
        this.keys = List.copyOf(keys);
    }

    /** Without the secrets. */
    @Override
    public String toString() {
        return "CursorSettings[" + keys.size() + " keys]";
    }
}
