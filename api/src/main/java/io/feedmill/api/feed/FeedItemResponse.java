package io.feedmill.api.feed;

import io.feedmill.api.time.Iso;
import io.feedmill.common.feed.FeedItem;

/** A feed item as clients see it; {@code post} is the post's id. */
record FeedItemResponse(String post, String author, String text, String createdAt, long version, String via) {

    static FeedItemResponse of(FeedItem item) {
        return new FeedItemResponse(
                item.post().value(),
                item.author().value(),
                item.text(),
                Iso.format(item.post().createdAt()),
                item.revision(),
                item.via().value());
    }
}
