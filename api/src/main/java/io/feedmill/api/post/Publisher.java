package io.feedmill.api.post;

import io.feedmill.api.fanout.PlanSender;
import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PublishRequest;
import io.feedmill.common.publish.PublishResult;
import io.feedmill.common.publish.PublishStore;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Stores a post and hands its fan-out to the workers. */
@Service
public final class Publisher {
    private static final Logger log = LoggerFactory.getLogger(Publisher.class);

    private final PublishStore store;
    private final PlanSender plans;
    private final TickClock clock;
    private final ApiMetrics metrics;
    private final RandomGenerator random = new SecureRandom();

    Publisher(PublishStore store, PlanSender plans, TickClock clock, ApiMetrics metrics) {
        this.store = store;
        this.plans = plans;
        this.clock = clock;
        this.metrics = metrics;
    }

    /**
     * The post: a new one, or that of the same request before.
     *
     * @throws ProblemException 422 if the key belongs to another request
     */
    Post publish(NewPost post, @Nullable String key) {
        PostId id = PostId.create(clock.next(), random);
        return post(store.publish(
                new PublishRequest(id, new UserId(post.author()), post.text(), key, post.where(), post.audience())));
    }

    /**
     * As {@link #publish}: a post that is announced to everyone.
     *
     * @throws ProblemException 422 if the key belongs to another request
     */
    public Post announce(UserId author, String text, @Nullable String key) {
        return post(store.announce(new PublishRequest(PostId.create(clock.next(), random), author, text, key)));
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
        log.atInfo().addKeyValue("post", post.id().value()).log("accepted");
        plans.send(JobId.of(post.id()), post.id(), post.author());
        return post;
    }
}
