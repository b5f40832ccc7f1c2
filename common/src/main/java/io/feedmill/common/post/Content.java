package io.feedmill.common.post;

import org.jspecify.annotations.Nullable;

/**
 * What a version of a post says.
 *
 * @param data the client's own JSON object without white space; null: none
 */
public record Content(String text, @Nullable String data) {

    /** A text without data. */
    public static Content of(String text) {
        return new Content(text, null);
    }
}
