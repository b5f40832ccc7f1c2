package io.feedmill.api.access;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.storage.SuspendSafeClock;
import java.util.Collection;
import java.util.Map;
import java.util.function.IntConsumer;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/** What authors' feeds say of posts, read less than a second before. So a post on every page costs an instance a read a second. Thread-safe. */
@Component
public final class FreshPosts {
    static final long MAX_BYTES = 16L * 1024 * 1024;

    private static final int USER_BYTES = 200;

    private final FeedStore feeds;
    private final FreshReads<ItemKey, FeedItem> items;

    @Autowired
    FreshPosts(FeedStore feeds, ApiMetrics metrics, SuspendSafeClock clocks) {
        this(feeds, clocks, MAX_BYTES);
        metrics.gauge("feedmill.truths.bytes", "Bytes of copied author feed items", this::bytes);
    }

    public FreshPosts(FeedStore feeds, SuspendSafeClock clocks, long maxBytes) {
        this.feeds = feeds;
        this.items = new FreshReads<>(clocks, FreshReads.MAX_AGE, maxBytes, FreshPosts::bytes);
    }

    /** Returns about the number of bytes of what the item says. */
    public static int bytes(FeedItem item) {
        String data = item.data();
        int users =
                item.audience() instanceof Audience.Users list ? list.users().size() : 0;
        return 2 * (item.text().length() + (data == null ? 0 : data.length())) + USER_BYTES * users;
    }

    /** Returns the existing posts. Unknown ones are read together, strongly consistent, if {@code permits} takes their number without exception. */
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, IntConsumer permits) {
        return items.get(keys, unknown -> {
            permits.accept(unknown.size());
            return feeds.items(unknown, Consistency.STRONG);
        });
    }

    /** Forgets the post, which this instance may just have changed: also what a read finds that began before. */
    public void forget(UserId author, PostId post) {
        items.forget(new ItemKey(FeedName.author(author), post));
    }

    int bytes() {
        return items.bytes();
    }
}
