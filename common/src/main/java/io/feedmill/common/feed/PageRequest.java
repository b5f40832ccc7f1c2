package io.feedmill.common.feed;

import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import org.jspecify.annotations.Nullable;

/**
 * Which part of a feed is asked for.
 *
 * @param range only keys within these bounds; null: the whole feed
 * @param after go on behind this key; null: the first page, which is read strongly consistent
 * @param limit 1 to 100
 */
public record PageRequest(
        @Nullable KeyRange range, @Nullable FeedKey after, int limit) {

    public static PageRequest first(int limit) {
        return new PageRequest(null, null, limit);
    }

    public PageRequest after(@Nullable FeedKey key) {
        return new PageRequest(range, key, limit);
    }
}
