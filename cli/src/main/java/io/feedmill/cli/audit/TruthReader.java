package io.feedmill.cli.audit;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.JobId;
import io.feedmill.common.queue.HandlerLife;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the truth about posts, which is their author's feed row, and whether a handler may still be writing home feeds. */
public record TruthReader(AuditStores stores, Clock clock) {

    /** Reads each key of an author feed by a call of its own, strongly consistent. */
    public Map<ItemKey, Truth> read(Stream<ItemKey> sources) {
        return sources.distinct().collect(Collectors.toMap(Function.identity(), this::read));
    }

    private Truth read(ItemKey source) {
        return stores.feeds().truth(Objects.requireNonNull(source.feed().writer()), source.post());
    }

    /** Whether the last change of the post is in home feeds and no older handler can still write. Its recall has then ended, too. */
    public boolean isLastChangeSettled(Truth truth) {
        Instant now = clock.instant();
        return lastChangeSettledAt(truth).isBefore(now);
    }

    /** As {@link #settledAt}, of the last change of the post; {@link Instant#MIN} if it never changed. */
    Instant lastChangeSettledAt(Truth truth) {
        JobId change = truth.change();
        return change == null ? Instant.MIN : settledAt(change);
    }

    /** Returns until when a handler may write what it read before the job's completion: {@link Instant#MAX} if it is open, MIN if it has expired. */
    Instant settledAt(JobId job) {
        return stores.jobs().find(job).map(TruthReader::settledAt).orElse(Instant.MIN);
    }

    private static Instant settledAt(Job job) {
        Instant completed = job.completedAt();
        return completed == null ? Instant.MAX : completed.plus(HandlerLife.LAST_WRITE);
    }
}
