package io.feedmill.cli.audit;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.QueueSchema;
import java.time.Duration;
import java.time.Instant;

/**
 * What Feedmill promises about home feeds, and for how long.
 *
 * @param margin how far the clocks of processes, and a time and the write that it is about, may lie apart
 * @param retention how long an item stays in a home feed
 */
public record Promise(Duration margin, Duration retention) {

    /** An item's time ends with a whole second. */
    private static final Duration ROUNDING = Duration.ofSeconds(1);

    /** Whether who has followed since then is certain to get the post. */
    boolean includes(long since, PostId post) {
        return post.tick() - since > margin.toNanos();
    }

    /** Whether the post is certain to be in home feeds still. */
    boolean lasts(PostId post, Instant now) {
        return now.plus(margin).plus(ROUNDING).isBefore(post.createdAt().plus(retention));
    }

    /** Whether the job may have expired because it was completed long ago. */
    boolean jobMayBeGone(JobId job, Instant now) {
        return !now.plus(margin).isBefore(job.createdAt().plus(JobRows.RETENTION));
    }

    /** Whether the job was completed so long ago that no handler of that time still runs. */
    static boolean isSettled(Job job, Instant now) {
        Instant completed = job.completedAt();
        return completed != null && completed.plus(QueueSchema.VISIBILITY).isBefore(now);
    }
}
