package io.feedmill.api.document;

import io.feedmill.api.post.PlanSender;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.permission.PermissionStore;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import java.security.SecureRandom;
import java.util.random.RandomGenerator;
import org.springframework.stereotype.Service;

/** Changes the permissions of posts and sends the plans that update home feeds. */
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

    /** Returns false if the post no longer exists. Permissions that a post already has cost no write. */
    boolean permit(Post post, Audience audience) {
        if (post.audience().equals(audience)) {
            return true;
        }
        PostId job = PostId.create(clock.next(), random);
        boolean permitted = store.permit(post, audience, job);
        if (permitted) {
            plans.send(job, post.id(), post.author());
        }
        return permitted;
    }
}
