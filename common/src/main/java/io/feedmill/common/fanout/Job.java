package io.feedmill.common.fanout;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The fan-out of one post, or of a change of who may read it.
 *
 * @param id the post's own id if the post was published with it, else an id of its own
 * @param post whose home feed rows it writes
 * @param planned number of the last slice that is planned, 0 where there is none
 * @param pending numbers of the planned slices that are not finished
 * @param progressAt when its counts or its state last changed, or a slice of it was last handed back
 * @param outboxShard where its outbox row stands
 */
public record Job(
        JobId id,
        PostId post,
        UserId author,
        JobState state,
        Counts counts,
        int planned,
        SortedSet<Integer> pending,
        Instant acceptedAt,
        Instant progressAt,
        @Nullable Instant completedAt,
        int outboxShard) {

    /** Recipients: {@code expected} = {@code delivered} + {@code skipped} once the job is complete. */
    public record Counts(long expected, long delivered, long skipped) {
        public static final Counts ZERO = new Counts(0, 0, 0);
    }

    /** Whether the post was published with it: only such a job counts for its author. */
    public boolean publishes() {
        return id.publishes(post);
    }

    /** Nothing is left to plan or to deliver: it only has to be closed. */
    public boolean drained() {
        return state == JobState.DELIVERING && pending.isEmpty();
    }

    /** This job as it is once it is closed. */
    Job completed(Counts total, Instant now) {
        return new Job(id, post, author, JobState.COMPLETE, total, planned, pending, acceptedAt, now, now, outboxShard);
    }

    /** The states of a fan-out job, in their order. */
    public enum JobState {
        /** Stored with its post; no slice is planned. */
        ACCEPTED,
        /** At least one slice is planned, and there may be more to come. */
        PLANNING,
        /** All slices are planned; some are pending. */
        DELIVERING,
        /** Every recipient is delivered or skipped. */
        COMPLETE;

        /** Whether slices may still be added. */
        public boolean plans() {
            return this == ACCEPTED || this == PLANNING;
        }
    }
}
