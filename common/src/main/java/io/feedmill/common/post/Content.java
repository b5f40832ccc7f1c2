package io.feedmill.common.post;

import io.feedmill.common.key.UserId;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What a version of a post says. Its data is the client's own JSON object without white space; null: none. The items of feeds have no mentions.
 *
 * @param mentions the users whom it mentions, up to {@value #MAX_MENTIONS}
 */
public record Content(String text, @Nullable String data, SortedSet<UserId> mentions) {
    public static final int MAX_MENTIONS = 20;

    /** The attribute of their ids in a row; absent: none. */
    public static final String MENTIONS = "mentions";

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

    public Content withoutMentions() {
        return new Content(text, data);
    }

    /** Returns the length of all that it says in UTF-8. */
    public long bytes() {
        long ids = mentions.stream().mapToLong(user -> user.value().length()).sum();
        return bytes(text) + (data == null ? 0L : bytes(data)) + ids;
    }

    private static long bytes(String part) {
        return part.getBytes(StandardCharsets.UTF_8).length;
    }
}
