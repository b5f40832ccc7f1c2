package io.feedmill.worker.follow;

import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowChange.Kind;
import io.feedmill.common.follow.FollowStore.UnfollowSettings;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.relay.WorkType.OnePolicy;
import io.feedmill.worker.relay.WorkType.ResendPolicy;
import java.time.Duration;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The follows, unfollows and rebuilds whose home feed is not reconciled yet, and the requests that nothing was made of. */
@Configuration(proxyBeanMethods = false)
public class HomeFeedWork {
    /** An unfollow waits in its queue once for each look, and needs time for the looks themselves. */
    private static final int WAITS_OF_UNFOLLOW = 3;

    @Bean
    public static OnePolicy followWork(RelaySettings settings) {
        return new OnePolicy(
                new ResendPolicy(Kind.FOLLOW.value(), settings.accepted(), Queue.UPKEEP), HomeFeedWork::reconcile);
    }

    @Bean
    public static OnePolicy requestWork(RelaySettings settings) {
        return new OnePolicy(
                new ResendPolicy(Kind.REQUEST.value(), settings.accepted(), Queue.UPKEEP), HomeFeedWork::reconcile);
    }

    @Bean
    static OnePolicy unfollowWork(RelaySettings settings, UnfollowSettings unfollow, HandlerLife life) {
        return unfollows(settings, unfollow.grace().plus(life.untilSecondLook()));
    }

    /** Unfollows, which pause for their grace and until their second look. */
    public static OnePolicy unfollows(RelaySettings settings, Duration pause) {
        String kind = Kind.UNFOLLOW.value();
        return new OnePolicy(
                new ResendPolicy(kind, settings.accepted(), List.of(Queue.UPKEEP), WAITS_OF_UNFOLLOW, pause),
                HomeFeedWork::reconcile);
    }

    @Bean
    public static OnePolicy rebuildWork(RelaySettings settings) {
        return new OnePolicy(new ResendPolicy(Rebuild.KIND, settings.stalled(), Queue.UPKEEP), Rebuild::of);
    }

    private static Reconcile reconcile(OpenWork work) {
        return FollowChange.of(work)
                .map(Reconcile::of)
                .orElseThrow(() -> new IllegalArgumentException("The id is not that of a pair"));
    }
}
