package io.feedmill.api.access;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.storage.Parallel;
import io.feedmill.common.time.ProcessTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * What the authors' feeds say of posts, as this instance read it: an answer is from a read that began less than a second before the question. So a post on
 * every page costs each instance a read a second, and so do the newest posts of an author on every page. Thread-safe.
 */
@Component
public final class TruthCopy {
    static final long MAX_BYTES = 16L * 1024 * 1024;

    /** As many rows as a page of the usual length. */
    private static final int NEWEST = 50;

    private static final int USER_BYTES = 200;

    private final FeedStore feeds;
    private final FreshReads<ItemKey, Optional<FeedItem>> items;
    private final FreshReads<UserId, FeedPage> newest;

    @Autowired
    TruthCopy(FeedStore feeds, ApiMetrics metrics, ProcessTime time) {
        this(feeds, time::nanoTime, MAX_BYTES);
        metrics.gauge("feedmill.truths.bytes", "Bytes of copied author feed items", this::bytes);
    }

    /**
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     * @param maxBytes of single posts, and of the newest ones of authors
     */
    public TruthCopy(FeedStore feeds, LongSupplier nanoTime, long maxBytes) {
        this.feeds = feeds;
        this.items = new FreshReads<>(
                nanoTime, maxBytes, item -> item.map(TruthCopy::bytes).orElse(0));
        this.newest = new FreshReads<>(
                nanoTime,
                maxBytes,
                page -> page.items().stream().mapToInt(TruthCopy::bytes).sum());
    }

    private static int bytes(FeedItem item) {
        String data = item.data();
        int users =
                item.audience() instanceof Audience.Users list ? list.users().size() : 0;
        return 2 * (item.text().length() + (data == null ? 0 : data.length())) + USER_BYTES * users;
    }

    /**
     * Returns the existing posts of authors' feeds. Those that no fresh read has are read together, strongly consistent.
     *
     * @param permits takes the number of posts that are to be read; may refuse it by an exception
     */
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, IntConsumer permits) {
        Map<ItemKey, FeedItem> found = new HashMap<>();
        items.get(keys, absent -> read(absent, permits))
                .forEach((key, item) -> item.ifPresent(it -> found.put(key, it)));
        return found;
    }

    private Map<ItemKey, Optional<FeedItem>> read(Set<ItemKey> keys, IntConsumer permits) {
        permits.accept(keys.size());
        Map<ItemKey, FeedItem> found = feeds.items(keys, Consistency.STRONG);
        return keys.stream().collect(Collectors.toMap(key -> key, key -> Optional.ofNullable(found.get(key))));
    }

    /** Returns the newest rows of these authors' feeds, up to {@link #NEWEST} each. Those that no fresh read has are read in parallel, strongly consistent. */
    public Map<UserId, FeedPage> newest(Collection<UserId> authors) {
        return newest.get(
                authors,
                absent ->
                        Parallel.map(absent, author -> feeds.page(FeedName.author(author), PageRequest.first(NEWEST))));
    }

    /** Forgets the post and the newest ones of its author, which this instance may just have changed: also what reads find that began before. */
    public void forget(UserId author, PostId post) {
        items.forget(new ItemKey(FeedName.author(author), post));
        newest.forget(author);
    }

    /** Returns about the number of bytes. */
    int bytes() {
        return items.bytes() + newest.bytes();
    }
}
