package io.feedmill.common.feed;

import io.feedmill.common.key.FeedKey;

/** An item and where it stands: under its post's own key, if all is well. */
public record StoredItem(FeedName feed, FeedKey key, FeedItem item) {}
