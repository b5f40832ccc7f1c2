package io.feedmill.common.feed;

import io.feedmill.common.key.FeedKey;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A page of a feed, newest first.
 *
 * @param next where the next page goes on (exclusive); null only at the end of the feed. A page may be short, or empty, without being the last
 */
public record FeedPage(List<FeedItem> items, @Nullable FeedKey next) {}
