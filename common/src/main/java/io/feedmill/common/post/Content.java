package io.feedmill.common.post;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What a version of a post says. Its data is the client's own JSON object without white space; null: none. */
public record Content(String text, @Nullable String data) {

    public static Content of(String text) {
        return new Content(text, null);
    }

    /** Returns the length of text and data in UTF-8. */
    public long bytes() {
        return bytes(text) + (data == null ? 0L : bytes(data));
    }

    private static long bytes(String part) {
        return part.getBytes(StandardCharsets.UTF_8).length;
    }
}
