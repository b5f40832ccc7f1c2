package io.feedmill.common.feed;

import io.feedmill.common.key.UserId;

/** The partition of one feed: {@code home:<user>} is what the user reads, {@code user:<author>} what the author wrote. */
public record FeedName(String value) {

    public static FeedName home(String user) {
        return new FeedName("home:" + UserId.require(user));
    }

    public static FeedName author(String author) {
        return new FeedName("user:" + UserId.require(author));
    }

    @Override
    public String toString() {
        return value;
    }
}
