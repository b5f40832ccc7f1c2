package io.feedmill.api.post;

import io.feedmill.api.access.FreshPosts;
import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.onread.Heads;
import io.feedmill.api.onread.OnReadAuthors;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.publish.PostStore.PublishResult;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Stores posts with their jobs, then sends the jobs' plans to the workers. */
@Service
public record Publisher(
        PostStore posts,
        WorkSender sender,
        MonotonicTicks clock,
        RandomGenerator random,
        OnReadAuthors onRead,
        FreshPosts truths,
        Heads heads,
        ApiMetrics metrics) {
    private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

    /** Stores a post, or returns that of an earlier request with the same key; throws 422 if the key was sent with another body. */
    public Post publish(
            UserId author, Content content, @Nullable String key, @Nullable Place place, Audience audience) {
        Mode mode = onRead.mode(author);
        PostId id = PostId.create(clock.next(), random);
        Post post = new Post(id, author, content, 1, place, audience, mode);
        try {
            return post(posts.publish(post, key));
        } finally {
            // a failed call may have stored the post
            truths.forget(author, id);
            heads.forget(author);
        }
    }

    private Post post(PublishResult result) {
        return switch (result) {
            case PublishResult.Published published -> accepted(published);
            case PublishResult.Replayed replayed -> replayed.post();
            case PublishResult.KeyReused ignored -> throw IdempotencyKey.reused();
        };
    }

    private Post accepted(PublishResult.Published published) {
        metrics.count(Event.POSTS_ACCEPTED);
        LOG.atInfo().addKeyValue("post", published.post().id()).log("Post accepted");
        published.messages().forEach(sender::send);
        return published.post();
    }
}
