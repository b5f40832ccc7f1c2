package io.feedmill.common.feed;

import io.feedmill.common.dynamo.BatchResult;
import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.key.FeedKey;
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
}
