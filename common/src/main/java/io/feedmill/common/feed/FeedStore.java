package io.feedmill.common.feed;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Feeds. Thread-safe. Keys are deterministic: writing an item again rewrites the same row. */
public interface FeedStore {

    /** One page by one Query; expired rows are left out. The first page is strongly consistent, further ones are not. */
    FeedPage page(FeedName feed, PageRequest request);

    /** The author feed's word on the post, strongly consistent. */
    Truth truth(UserId author, PostId post);

    /** The author's posts behind a key (null: from the newest), newest first, tombstones too; {@code limit} of them unless that is the end. Strongly consistent. */
    List<AuthorPost> posts(UserId author, @Nullable FeedKey after, int limit);

    /** Those of the items that are there; tombstones and expired rows are not. */
    Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, Consistency consistency);

    /** Up to {@code limit} rows of all feeds behind the position (null: from the beginning), tombstones and expired rows left out. Eventually consistent. */
    FeedScan scan(@Nullable FeedPosition after, int limit);

    /** Puts the item into the home feeds of these users, in their order, for as long as the terms allow. */
    BatchResult putHome(FeedItem item, List<UserId> users, WriteOptions terms);

    /** Deletes the post from the home feeds of these users, in their order, for as long as the terms allow. */
    BatchResult deleteHome(PostId post, List<UserId> users, WriteOptions terms);

    /** A post that its author's feed names, and what it says of it: one that was retracted is gone. */
    record AuthorPost(PostId post, Truth truth) {}

    /**
     * A page of a feed, newest first.
     *
     * @param next where the next page goes on (exclusive); null only at the end of the feed. A page may be short, or empty, without being the last
     */
    record FeedPage(List<FeedItem> items, @Nullable FeedKey next) {}

    /**
     * Some rows of all feeds. Those of one feed follow each other, newest first; feeds come in an order of the store's own.
     *
     * @param next where the next ones go on (exclusive); null only at the end. There may be fewer than asked for, or none, before the end
     */
    record FeedScan(List<StoredItem> items, @Nullable FeedPosition next) {}

    /** A row among those of all feeds. */
    record FeedPosition(FeedName feed, FeedKey key) {}

    /** Where a post stands in a feed. */
    record ItemKey(FeedName feed, PostId post) {}

    /** An item and where it stands: under its post's own key, if all is well. */
    record StoredItem(FeedName feed, FeedKey key, FeedItem item) {}

    /**
     * Which part of a feed is asked for.
     *
     * @param range only keys within these bounds; null: the whole feed
     * @param after go on behind this key; null: the first page, which is read strongly consistent
     * @param limit 1 to 100
     */
    record PageRequest(@Nullable KeyRange range, @Nullable FeedKey after, int limit) {

        public static PageRequest first(int limit) {
            return new PageRequest(null, null, limit);
        }

        public PageRequest after(@Nullable FeedKey key) {
            return new PageRequest(range, key, limit);
        }
    }
}
