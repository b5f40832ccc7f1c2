package io.feedmill.api.document;

import io.feedmill.api.fanout.PlanSender;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.permission.PermissionStore;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Service;

/** Changes who may read a post, and hands to the workers what home feeds have to lose or to get for it. */
@Service
final class Permitter {
    private final PermissionStore store;
    private final PlanSender plans;
    private final TickClock clock;
    private final RandomGenerator random = new SecureRandom();

    Permitter(PermissionStore store, PlanSender plans, TickClock clock) {
        this.store = store;
        this.plans = plans;
        this.clock = clock;
    }

    /** False where the post is gone. What a post has already changes nothing and costs nothing. */
    boolean permit(Post post, Audience audience) {
        if (post.audience().equals(audience)) {
            return true;
        }
        JobId job = JobId.create(clock.next(), random);
        boolean permitted = store.permit(post, audience, job);
        if (permitted) {
            plans.send(job, post.id(), post.author());
        }
        return permitted;
    }
}
