package io.feedmill.common.post;

import io.feedmill.common.key.UserId;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a version of a post says. Its data is the client's own JSON object without white space; null: none. Home feeds have no mentions.
 *
 * @param mentions the users whom it mentions, up to {@value #MAX_MENTIONS}
 */
public record Content(String text, @Nullable String data, SortedSet<UserId> mentions) {
    public static final int MAX_MENTIONS = 20;

    public Content {
        mentions = Collections.unmodifiableSortedSet(new TreeSet<>(mentions));
    }

    /** What mentions nobody. */
    public Content(String text, @Nullable String data) {
        this(text, data, Collections.emptySortedSet());
    }

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
