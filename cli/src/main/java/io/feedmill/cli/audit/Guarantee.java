package io.feedmill.cli.audit;

import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.queue.HandlerLife;
import java.time.Duration;
import java.time.Instant;

/** How long Feedmill guarantees an item in a home feed: its retention, less the maximum between two clocks, and a time and its write. */
public record Guarantee(Duration margin, Duration retention) {
    /** Items expire at a whole second. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    /** Whether a user who follows since this tick must have the post by its fan-out. */
    boolean includesFollower(long since, PostId post) {
        return post.tick() - since > margin.toNanos();
    }

    /** Whether no handler can write any more what it read before this tick. */
    boolean isPast(long tick, Instant now) {
        return Ticks.toInstant(tick).plus(margin).plus(HandlerLife.LAST_WRITE).isBefore(now);
    }

    /** Whether the post has certainly not expired in home feeds. */
    public boolean isRetained(PostId post, Instant now) {
        return now.plus(margin).plus(ROUNDING).isBefore(post.createdAt().plus(retention));
    }

    /** Whether the job of a change may have expired after its completion. */
    public boolean mayBeExpired(JobId job, Instant now) {
        return !now.plus(margin).isBefore(job.createdAt().plus(JobRows.RETENTION));
    }
}
