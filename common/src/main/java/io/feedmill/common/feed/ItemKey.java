package io.feedmill.common.feed;

import io.feedmill.common.key.PostId;

/** Where a post stands in a feed. */
public record ItemKey(FeedName feed, PostId post) {}
