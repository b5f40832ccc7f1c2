package io.feedmill.worker.follow;

import io.feedmill.common.follow.PairChange;
import io.feedmill.common.follow.PairChange.Kind;
import io.feedmill.common.follow.Rebuild;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.follow.UnfollowSettings;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.relay.Stage;
import io.feedmill.worker.relay.WorkType;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * The follows, unfollows or rebuilds whose home feed is not reconciled yet. They have one stage each.
 *
 * @param first the first message of the work
 */
public record UpkeepWork(String kind, Stage stage, Function<OpenWork, QueueMessage> first) implements WorkType {
    /** An unfollow waits in its queue once for each look, and needs time for the looks themselves. */
    private static final int WAITS_OF_UNFOLLOW = 3;

    /** Follows. */
    public static UpkeepWork follows(RelaySettings settings) {
        String kind = Kind.FOLLOW.value();
        return new UpkeepWork(kind, new Stage(kind, settings.accepted(), Queue.UPKEEP), UpkeepWork::reconcile);
    }

    /**
     * Unfollows.
     *
     * @param pause their grace, and the wait for their second look
     */
    public static UpkeepWork unfollows(RelaySettings settings, Duration pause) {
        String kind = Kind.UNFOLLOW.value();
        Stage stage = new Stage(kind, settings.accepted(), List.of(Queue.UPKEEP), WAITS_OF_UNFOLLOW, pause);
        return new UpkeepWork(kind, stage, UpkeepWork::reconcile);
    }

    /** Rebuilds. */
    public static UpkeepWork rebuilds(RelaySettings settings) {
        Stage stage = new Stage(Rebuild.KIND, settings.stalled(), Queue.UPKEEP);
        return new UpkeepWork(Rebuild.KIND, stage, Rebuild::of);
    }

    private static QueueMessage reconcile(OpenWork work) {
        return PairChange.of(work)
                .map(Reconcile::of)
                .orElseThrow(() -> new IllegalArgumentException("The id is not that of a pair"));
    }

    /** It brings posts from before a follow: of later ones the jobs know of it. */
    @Override
    public boolean bringsPosts() {
        return false;
    }

    @Override
    public Collection<Stage> stages() {
        return List.of(stage);
    }

    @Override
    public QueueMessage message(OpenWork work) {
        return first.apply(work);
    }

    /** Reads nothing: a handler that makes progress puts off the next resend. */
    @Override
    public WorkState state(OpenWork work) {
        return new WorkState.Open(stage, work.acceptedAt());
    }

    @Configuration(proxyBeanMethods = false)
    static class UpkeepConfiguration {

        @Bean
        UpkeepWork followWork(RelaySettings settings) {
            return follows(settings);
        }

        @Bean
        UpkeepWork unfollowWork(RelaySettings settings, UnfollowSettings unfollow, HandlerLife life) {
            return unfollows(settings, unfollow.grace().plus(life.untilSecondLook()));
        }

        @Bean
        UpkeepWork rebuildWork(RelaySettings settings) {
            return rebuilds(settings);
        }
    }
}
