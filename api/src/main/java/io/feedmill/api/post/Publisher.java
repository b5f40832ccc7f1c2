package io.feedmill.api.post;

import io.feedmill.api.ApiMetrics;
import io.feedmill.api.post.PostController.NewPost;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PermissionStore;
import io.feedmill.common.publish.PermissionStore.PermitResult;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.publish.PublishStore.PublishResult;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.stereotype.Service;

/** Stores posts and changes of their permissions with their jobs, then sends the jobs' plans to the workers. */
@Service
public final class Publisher {
    private static final Logger log = LoggerFactory.getLogger(Publisher.class);
    private static final Duration CHANGE_INTERVAL = Duration.ofSeconds(1);

    private final PublishStore posts;
    private final PermissionStore permissions;
    private final QueueSender queue;
    private final TickClock clock;
    private final ApiMetrics metrics;
    private final RandomGenerator random = new SecureRandom();

    Publisher(PublishStore posts, PermissionStore permissions, QueueSender queue, TickClock clock, ApiMetrics metrics) {
        this.posts = posts;
        this.permissions = permissions;
        this.queue = queue;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * Stores a post, or returns the post of an earlier request with the same key.
     *
     * @throws ProblemException 422 if the key was sent with another body
     */
    Post publish(NewPost post, @Nullable String key) {
        PostId id = PostId.create(clock.next(), random);
        return post(posts.publish(
                new PublishRequest(id, new UserId(post.author()), post.text(), key, post.where(), post.audience())));
    }

    /**
     * Stores a post that is announced to all users.
     *
     * @throws ProblemException 422 if the key was sent with another body
     */
    public Post announce(UserId author, String text, @Nullable String key) {
        return post(posts.announce(new PublishRequest(PostId.create(clock.next(), random), author, text, key)));
    }

    /** Changes a post's permissions, once a second at most: each change writes to all home feeds. Equal permissions cost no write. */
    PermitResult permit(Post post, Audience audience) {
        if (post.audience().equals(audience)) {
            return PermitResult.PERMITTED;
        }
        JobId job = JobId.create(clock.next(), random);
        PermitResult result = permissions.permit(post, audience, job, CHANGE_INTERVAL);
        if (result == PermitResult.PERMITTED) {
            sendPlan(job, post);
        }
        return result;
    }

    private Post post(PublishResult result) {
        return switch (result) {
            case PublishResult.Published published -> accepted(published.post());
            case PublishResult.Replayed replayed -> replayed.post();
            case PublishResult.KeyReused ignored -> throw IdempotencyKey.reused();
        };
    }

    private Post accepted(Post post) {
        metrics.postAccepted();
        log.atInfo().addKeyValue("post", post.id()).log("Post accepted");
        sendPlan(JobId.of(post.id()), post);
        return post;
    }

    /** A failure is not the client's: the job and its outbox row are stored, and the relay sends the plan. */
    private void sendPlan(JobId job, Post post) {
        try {
            queue.send(Plan.of(job, post.author()));
        } catch (RuntimeException e) {
            metrics.planUnsent();
            log.atLevel(breakerLogged(e) ? Level.DEBUG : Level.WARN)
                    .addKeyValue("job", job)
                    .addKeyValue("post", post.id())
                    .setCause(e)
                    .log("Plan not sent, left to the relay");
        }
    }

    /** A breaker logs why it opens: not a line for each plan that it rejects. */
    private static boolean breakerLogged(RuntimeException failure) {
        return failure instanceof StorageException e && (e.kind() == Kind.REJECTED || e.kind() == Kind.FORBIDDEN);
    }
}
