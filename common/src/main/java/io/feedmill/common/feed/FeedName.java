package io.feedmill.common.feed;

import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/** The partition of one feed: {@code home:<user>} is the feed that the user reads, {@code user:<author>} the posts of the author. */
public record FeedName(String value) {

    private static final String HOME = "home:";
    private static final String AUTHOR = "user:";

    public static FeedName home(UserId user) {
        return new FeedName(HOME + user.value());
    }

    public static FeedName author(UserId author) {
        return new FeedName(AUTHOR + author.value());
    }

    public boolean isHome() {
        return value.startsWith(HOME);
    }

    /** The owner of the home feed; null for an author's feed. */
    public @Nullable UserId reader() {
        return after(HOME);
    }

    /** The owner of the author's feed; null for a home feed. */
    public @Nullable UserId writer() {
        return after(AUTHOR);
    }

    private @Nullable UserId after(String prefix) {
        return value.startsWith(prefix) ? new UserId(value.substring(prefix.length())) : null;
    }

    @Override
    public String toString() {
        return value;
    }
}
