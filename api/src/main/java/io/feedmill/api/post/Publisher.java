package io.feedmill.api.post;

import io.feedmill.api.access.TruthCopy;
import io.feedmill.api.guard.WorkSender;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.onread.OnReadAuthors;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.publish.PublishStore.PublishResult;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Stores posts with their jobs, then sends the jobs' plans to the workers. */
@Service
public final class Publisher {
    private static final Logger LOG = LoggerFactory.getLogger(Publisher.class);

    private final PublishStore posts;
    private final WorkSender sender;
    private final TickClock clock;
    private final OnReadAuthors onRead;
    private final TruthCopy truths;
    private final ApiMetrics metrics;
    private final RandomGenerator random = new SecureRandom();

    Publisher(
            PublishStore posts,
            WorkSender sender,
            TickClock clock,
            OnReadAuthors onRead,
            TruthCopy truths,
            ApiMetrics metrics) {
        this.posts = posts;
        this.sender = sender;
        this.clock = clock;
        this.onRead = onRead;
        this.truths = truths;
        this.metrics = metrics;
    }

    /**
     * Stores a post, or returns the post of an earlier request with the same key.
     *
     * @throws ProblemException 422 if the key was sent with another body
     */
    public Post publish(
            UserId author, Content content, @Nullable String key, @Nullable Place place, Audience audience) {
        PostId id = PostId.create(clock.next(), random);
        Mode mode = onRead.mode(author, id);
        try {
            return post(posts.publish(new PublishRequest(id, author, content, key, place, audience, mode)));
        } finally {
            // a failed call may have stored the post
            truths.forget(author, id);
        }
    }

    private Post post(PublishResult result) {
        return switch (result) {
            case PublishResult.Published published -> accepted(published.post());
            case PublishResult.Replayed replayed -> replayed.post();
            case PublishResult.KeyReused ignored -> throw IdempotencyKey.reused();
        };
    }

    private Post accepted(Post post) {
        metrics.count(ApiMetrics.POSTS_ACCEPTED);
        LOG.atInfo().addKeyValue("post", post.id()).log("Post accepted");
        posts.firstMessages(post).forEach(sender::send);
        return post;
    }
}
