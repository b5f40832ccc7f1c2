package io.feedmill.api.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * What the authors' feeds say of posts, as this instance read it: an answer is from a read that began less than a second before the question. So
 * a post on every page costs each instance a read a second. Thread-safe.
 */
@Component
public final class TruthCopy {
    static final Duration MAX_AGE = Duration.ofSeconds(1);
    static final long MAX_BYTES = 32L * 1024 * 1024;

    /** A key and its entries, without what the post says; and a user of a list. */
    private static final int ENTRY_BYTES = 1_000;

    private static final int USER_BYTES = 200;

    private final FeedStore feeds;
    private final LongSupplier nanoTime;
    private final Cache<ItemKey, Read> reads;

    @Autowired
    TruthCopy(FeedStore feeds, ApiMetrics metrics) {
        this(feeds, System::nanoTime, MAX_BYTES);
        metrics.gauge(ApiMetrics.TRUTH_BYTES, "Bytes of copied author feed items", this::bytes);
    }

    /**
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    public TruthCopy(FeedStore feeds, LongSupplier nanoTime, long maxBytes) {
        this.feeds = feeds;
        this.nanoTime = nanoTime;
        this.reads = Caffeine.newBuilder()
                .maximumWeight(maxBytes)
                .weigher((ItemKey key, Read read) -> read.bytes())
                .expireAfterWrite(MAX_AGE)
                .ticker(nanoTime::getAsLong)
                .executor(Runnable::run)
                .build();
    }

    /**
     * A read of one post.
     *
     * @param truth empty: the post is gone
     */
    private record Read(long beganAt, CompletableFuture<Optional<FeedItem>> truth) {

        boolean isFresh(long now) {
            return now - beganAt < MAX_AGE.toNanos();
        }

        int bytes() {
            return ENTRY_BYTES + (truth.isDone() ? truth.join().map(Read::bytes).orElse(0) : 0);
        }

        private static int bytes(FeedItem item) {
            String data = item.data();
            int users = item.audience() instanceof Audience.Users list
                    ? list.users().size()
                    : 0;
            return 2 * (item.text().length() + (data == null ? 0 : data.length())) + USER_BYTES * users;
        }

        Optional<FeedItem> result() {
            try {
                return truth.join();
            } catch (CompletionException e) {
                throw e.getCause() instanceof RuntimeException failure ? failure : e;
            }
        }
    }

    /**
     * Returns the existing posts of authors' feeds. Those that no fresh read has are read together, strongly consistent.
     *
     * @param permits takes the number of posts that are to be read; may refuse it by an exception
     */
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, IntConsumer permits) {
        long now = nanoTime.getAsLong();
        Map<ItemKey, Read> asked = new HashMap<>();
        Map<ItemKey, Read> own = new HashMap<>();
        for (ItemKey key : Set.copyOf(keys)) {
            Read read = new Read(now, new CompletableFuture<>());
            Read known = reads.asMap()
                    .compute(key, (ignored, before) -> before != null && before.isFresh(now) ? before : read);
            asked.put(key, known);
            if (known.equals(read)) {
                own.put(key, read);
            }
        }
        read(own, permits);
        Map<ItemKey, FeedItem> found = new HashMap<>();
        asked.forEach((key, read) -> read.result().ifPresent(item -> found.put(key, item)));
        return found;
    }

    /** Completes these reads. One that was forgotten or replaced meanwhile is not put back. */
    private void read(Map<ItemKey, Read> own, IntConsumer permits) {
        if (own.isEmpty()) {
            return;
        }
        try {
            permits.accept(own.size());
            Map<ItemKey, FeedItem> found = feeds.items(own.keySet(), Consistency.STRONG);
            own.forEach((key, read) -> {
                Optional<FeedItem> truth = Optional.ofNullable(found.get(key));
                reads.asMap().replace(key, read, new Read(read.beganAt(), CompletableFuture.completedFuture(truth)));
                read.truth().complete(truth);
            });
        } catch (RuntimeException | Error e) {
            own.forEach((key, read) -> {
                reads.asMap().remove(key, read);
                read.truth().completeExceptionally(e);
            });
            throw e;
        }
    }

    /** Forgets the post, which this instance may just have changed: also what a read says that began before. */
    public void forget(UserId author, PostId post) {
        reads.invalidate(new ItemKey(FeedName.author(author), post));
    }

    /** Returns about the number of bytes. */
    int bytes() {
        reads.cleanUp();
        return Math.toIntExact(
                reads.policy().eviction().orElseThrow().weightedSize().orElse(0));
    }
}
