package io.feedmill.api.counter;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Ticker;
import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.PostStore;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * The counters and the authors of posts, each from a read that began at most a second ago: a read of all shards costs more than a page. Read once for
 * all who wait. Thread-safe.
 */
@Component
final class CounterCopies {
    private static final Duration AGE = Duration.ofSeconds(1);

    /** Of up to 5 KB each, with 50 kinds of reactions. */
    private static final int MAX_POSTS = 5_000;

    private final LoadingCache<PostId, Copy> copies;

    /**
     * What is read of a post.
     *
     * @param author null: the post does not exist, and may have been retracted
     */
    record Copy(long began, @Nullable UserId author, boolean retracted, PostCounters counters) {}

    @Autowired
    CounterCopies(PostStore posts, CounterStore counters) {
        this(posts, counters, Ticker.systemTicker());
    }

    CounterCopies(PostStore posts, CounterStore counters, Ticker clock) {
        this.copies = Caffeine.newBuilder()
                .maximumSize(MAX_POSTS)
                .expireAfter(Expiry.<PostId, Copy>creating((post, copy) -> AGE.minusNanos(clock.read() - copy.began())))
                .ticker(clock)
                .build(post -> {
                    long began = clock.read();
                    return posts.head(post)
                            .map(head -> new Copy(began, head.author(), false, counters.post(post)))
                            .orElseGet(() ->
                                    new Copy(began, null, posts.author(post).isPresent(), PostCounters.ZERO));
                });
    }

    Copy of(PostId post) {
        return copies.get(post);
    }
}
