package io.feedmill.common.feed;

import io.feedmill.common.dynamo.BatchResult;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.WriteTerms;
import io.feedmill.common.key.PostId;
import java.time.Clock;
import java.util.List;

/** Feeds. Thread-safe. Keys are deterministic: writing an item again rewrites the same row. */
public interface FeedStore {

    /** One page by one Query; expired rows are left out. The first page is strongly consistent, further ones are not. */
    FeedPage page(FeedName feed, PageRequest request);

    /** The author feed's word on the post, strongly consistent. */
    Truth truth(String author, PostId post);

    /** Puts the item into the home feeds of these users, in their order, for as long as the terms allow. */
    BatchResult putHome(FeedItem item, List<String> users, WriteTerms terms);

    /** Deletes the post from the home feeds of these users, in their order, for as long as the terms allow. */
    BatchResult deleteHome(PostId post, List<String> users, WriteTerms terms);

    /** Feeds in DynamoDB. */
    static FeedStore in(Dynamo dynamo, BatchWriter writer, FeedRows rows, Clock clock) {
        return new DynamoFeedStore(dynamo, writer, rows, clock);
    }
}
