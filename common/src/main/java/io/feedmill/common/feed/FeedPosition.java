package io.feedmill.common.feed;

import io.feedmill.common.key.FeedKey;

/** A row among those of all feeds. */
public record FeedPosition(FeedName feed, FeedKey key) {}
