package io.feedmill.common.feed;

import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/** The partition of one feed: {@code home:<user>} is what the user reads, {@code user:<author>} what the author wrote. */
public record FeedName(String value) {

    private static final String HOME = "home:";
    private static final String AUTHOR = "user:";

    public static FeedName home(String user) {
        return new FeedName(HOME + UserId.require(user));
    }

    public static FeedName author(String author) {
        return new FeedName(AUTHOR + UserId.require(author));
    }

    /** Whose home feed it is; null for an author's feed. */
    public @Nullable String reader() {
        return behind(HOME);
    }

    /** Whose author feed it is; null for a home feed. */
    public @Nullable String writer() {
        return behind(AUTHOR);
    }

    private @Nullable String behind(String prefix) {
        return value.startsWith(prefix) ? value.substring(prefix.length()) : null;
    }

    @Override
    public String toString() {
        return value;
    }
}
