package io.feedmill.cli.audit;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.dormant.DormancyStore;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.storage.Timing;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The stores that an audit reads. The truth about a post is its author's feed row. */
public record AuditStores(
        FeedStore feeds,
        FollowStore follows,
        ReaderStore readers,
        JobStore jobs,
        OutboxStore outbox,
        RecallStore recalls,
        CounterStore counters,
        DormancyStore dormancy,
        NotificationStore notifications,
        Timing timing) {

    /** Reads each key of an author feed by a call of its own, strongly consistent. */
    Map<ItemKey, Truth> truths(Stream<ItemKey> sources) {
        return sources.distinct().collect(Collectors.toMap(Function.identity(), this::truth));
    }

    private Truth truth(ItemKey source) {
        return feeds.truth(Objects.requireNonNull(source.feed().writer()), source.post());
    }

    /** As {@link #settledAt}, of the last change of the post; {@link Instant#MIN} if it never changed. */
    Instant lastChangeSettledAt(Truth truth) {
        JobId change = truth.change();
        return change == null ? Instant.MIN : settledAt(change);
    }

    /** Returns until when a handler may write what it read before the job's completion: {@link Instant#MAX} if it is open, MIN if it has expired. */
    Instant settledAt(JobId job) {
        return jobs.find(job).map(AuditStores::settledAt).orElse(Instant.MIN);
    }

    private static Instant settledAt(Job job) {
        Instant completed = job.completedAt();
        return completed == null ? Instant.MAX : completed.plus(HandlerLife.LAST_WRITE);
    }

    /**
     * Returns what tells readers who were away: pages ignore rows of the posts that slices may have passed over them with, so neither a row nor its
     * lack is a finding. What is read after such a slice tells it for as long as home feeds keep the post: until the reader returns by the time of
     * the last page, then by the gap.
     */
    BiPredicate<UserId, PostId> away(Stream<UserId> users) {
        Map<UserId, ReaderActivity> active = dormancy.get().equals(DormancyPolicy.NONE)
                ? Map.of()
                : readers.active(users.distinct().toList());
        return (reader, post) -> DormancyPolicy.mayHavePassedOver(active.get(reader), post.tick());
    }
}
