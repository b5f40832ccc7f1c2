package io.feedmill.worker.counter;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.publish.PostStore;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** The authors of posts, whatever messages say: whoever may send one could name anybody. The author of a post never changes. Thread-safe. */
@Component
public final class PostAuthors {
    /** Of about 300 bytes each. */
    private static final int MAX = 10_000;

    private final PostStore posts;
    private final Cache<PostId, UserId> authors =
            Caffeine.newBuilder().maximumSize(MAX).executor(Runnable::run).build();

    public PostAuthors(PostStore posts) {
        this.posts = posts;
    }

    /** Returns the author of the post, also of a retracted one; empty if it was never published. */
    Optional<UserId> of(PostId post) {
        Optional<UserId> author =
                Optional.ofNullable(authors.getIfPresent(post)).or(() -> posts.author(post));
        author.ifPresent(found -> authors.put(post, found));
        return author;
    }
}
