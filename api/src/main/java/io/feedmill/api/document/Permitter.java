package io.feedmill.api.document;

import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.permission.PermissionStore;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.queue.QueueSender;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Changes who may read a post, and hands to the workers what home feeds have to lose or to get for it. */
@Service
final class Permitter {
    private static final Logger log = LoggerFactory.getLogger(Permitter.class);

    private final PermissionStore store;
    private final QueueSender queue;
    private final TickClock clock;
    private final ApiMetrics metrics;
    private final RandomGenerator random = new SecureRandom();

    Permitter(PermissionStore store, QueueSender queue, TickClock clock, ApiMetrics metrics) {
        this.store = store;
        this.queue = queue;
        this.clock = clock;
        this.metrics = metrics;
    }

    /** False where the post is gone. What a post has already changes nothing and costs nothing. */
    boolean permit(Post post, Audience audience) {
        if (post.audience().equals(audience)) {
            return true;
        }
        PostId job = PostId.create(clock.next(), random);
        boolean permitted = store.permit(post, audience, job);
        if (permitted) {
            send(Plan.of(job, post.author()));
        }
        return permitted;
    }

    /** The change stands and so does its outbox row: what is not sent the relay sends. */
    private void send(Plan plan) {
        try {
            queue.send(plan);
        } catch (RuntimeException e) {
            metrics.planUnsent();
            log.atWarn().addKeyValue("job", plan.job().value()).setCause(e).log("plan not sent, left to the relay");
        }
    }
}
