package io.feedmill.testkit.steps;

import io.feedmill.common.dynamo.BatchResult;
import io.feedmill.common.dynamo.Consistency;
import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.feed.AuthorPost;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedPage;
import io.feedmill.common.feed.FeedPosition;
import io.feedmill.common.feed.FeedScan;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.PageRequest;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Splits writes for many users into a call for each batch. */
final class BatchedFeedStore implements FeedStore {
    private final FeedStore store;
    private final int batch;

    BatchedFeedStore(FeedStore store, int batch) {
        this.store = store;
        this.batch = batch;
    }

    @Override
    public FeedPage page(FeedName feed, PageRequest request) {
        return store.page(feed, request);
    }

    @Override
    public Truth truth(UserId author, PostId post) {
        return store.truth(author, post);
    }

    @Override
    public List<AuthorPost> posts(UserId author, @Nullable FeedKey after, int limit) {
        return store.posts(author, after, limit);
    }

    @Override
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, Consistency consistency) {
        return store.items(keys, consistency);
    }

    @Override
    public FeedScan scan(@Nullable FeedPosition after, int limit) {
        return store.scan(after, limit);
    }

    @Override
    public BatchResult putHome(FeedItem item, List<UserId> users, WriteOptions terms) {
        return split(users, some -> store.putHome(item, some, terms));
    }

    @Override
    public BatchResult deleteHome(PostId post, List<UserId> users, WriteOptions terms) {
        return split(users, some -> store.deleteHome(post, some, terms));
    }

    private BatchResult split(List<UserId> users, Function<List<UserId>, BatchResult> write) {
        for (int from = 0; from < users.size(); from += batch) {
            BatchResult result = write.apply(users.subList(from, Math.min(from + batch, users.size())));
            if (!result.complete()) {
                return new BatchResult(from + result.written(), false);
            }
        }
        return new BatchResult(users.size(), true);
    }
}
