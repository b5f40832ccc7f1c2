package io.feedmill.worker.notification;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.notification.NotificationStore.Cause;
import io.feedmill.worker.counter.ReactionHandler.ReactionStep;
import io.feedmill.worker.fanout.PlanHandler.PlanStep;
import io.feedmill.worker.follow.ReconcileHandler.FollowStep;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What notifications come from: reactions, mentions, follows and requests. What stands of each, its rows say when they are refreshed. */
@Configuration(proxyBeanMethods = false)
public class Causes {
    /** {@link NotificationStore#refresh}. */
    @FunctionalInterface
    public interface Refresh {
        void of(NotificationKey key, Set<UserId> actors, Cause cause);
    }

    @Bean
    static Refresh refresh(NotificationStore store) {
        return store::refresh;
    }

    /** Of the post's author. Who has another reaction to the post stays. */
    @Bean
    public static ReactionStep reactionCause(Refresh refresh, CounterStore counters) {
        return (author, reactions) -> refresh.of(
                new NotificationKey(
                        author, NotificationKey.REACTION, reactions.post().value()),
                reactions.users(),
                users -> counters.reacted(reactions.post(), users));
    }

    /** Of all whom the post mentions now, whatever its version was when the job was accepted: with the post's tick, so that no edit is news. */
    @Bean
    public static PlanStep mentionCause(Refresh refresh, FeedStore feeds) {
        return job -> {
            if (job.mentions()) {
                mentions(feeds, job)
                        .forEach(user -> refresh.of(
                                new NotificationKey(
                                        user,
                                        NotificationKey.MENTION,
                                        job.post().value()),
                                Set.of(job.author()),
                                authors -> mentions(feeds, job).contains(user)
                                        ? Map.of(job.author(), job.post().tick())
                                        : Map.of()));
            }
        };
    }

    private static SortedSet<UserId> mentions(FeedStore feeds, Job job) {
        return feeds.truth(job.author(), job.post()).mentions();
    }

    /** Of the author. A follow ends the request for it. */
    @Bean
    public static FollowStep followCause(Refresh refresh, FollowStore follows) {
        return change -> {
            if (change.kind() != FollowChange.Kind.REQUEST) {
                refresh(refresh, change, NotificationKey.FOLLOW, follows::followedAt);
            }
            if (change.kind() != FollowChange.Kind.UNFOLLOW) {
                refresh(refresh, change, NotificationKey.REQUEST, follows::requestedAt);
            }
        };
    }

    private static void refresh(
            Refresh refresh, FollowChange change, String kind, Function<Follow, Optional<Long>> standing) {
        UserId follower = change.follower();
        refresh.of(
                new NotificationKey(change.author(), kind, ""),
                Set.of(follower),
                followers -> standing.apply(Follow.of(change))
                        .map(tick -> Map.of(follower, tick))
                        .orElseGet(Map::of));
    }
}
