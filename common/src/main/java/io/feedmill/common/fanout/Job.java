package io.feedmill.common.fanout;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.post.Mode;
import java.time.Instant;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The fan-out of a post, or of a change of it.
 *
 * @param id the post's own id if the post was published with it, else an id of its own
 * @param post the post whose home feed rows it writes
 * @param planned number of the last planned slice; 0: none
 * @param pending numbers of the planned slices that are not finished
 * @param progressAt time of the last change of its counts or state, or of the last requeue of one of its slices
 * @param outboxShard the shard of its outbox row
 * @param skippedBy the skipped recipients by reason
 * @param supersededBy the job of a later change, which this one left all recipients to; null: none
 * @param mode of the post; the job of one on read has no recipients, nor that of an edit which no home feed shows any more
 * @param mentions whether the post mentioned users when it was accepted
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
        int outboxShard,
        Cause cause,
        Skipped skippedBy,
        @Nullable JobId supersededBy,
        Mode mode,
        boolean mentions) {

    public static final String KIND = "job";

    /**
     * A planned slice that is not finished; the number of its requeues since it was last sent, the last one's
     * {@link io.feedmill.common.queue.RequeueReason} of this version or another, and when its delay ends; none recorded: 0, null and 1970.
     */
    public record PendingSlice(
            int number, int attempt, @Nullable String reason, Instant due) {}

    /** Recipients: {@code expected} = {@code delivered} + {@code skipped} once the job is complete. */
    public record Counts(long expected, long delivered, long skipped) {
        public static final Counts ZERO = new Counts(0, 0, 0);
    }

    public OpenWork work() {
        return work(outboxShard, id, author);
    }

    public static OpenWork work(int outboxShard, JobId id, UserId author) {
        return new OpenWork(KIND, outboxShard, id.tick(), id.value(), author);
    }

    /** Whether the post was published with it. Only such a job counts for the author, and its row stays with the post's deliveries. */
    public boolean publishes() {
        return id.publishes(post);
    }

    /** Whether all slices are planned and delivered, so that it only has to be closed. */
    public boolean drained() {
        return state == JobState.DELIVERING && pending.isEmpty();
    }

    Job completed(Instant now) {
        return completed(counts, skippedBy, now, supersededBy);
    }

    /** The job after the completion of an inline delivery. */
    Job completed(long delivered, Skipped skipped, Instant now) {
        long total = skipped.total();
        return completed(new Counts(delivered + total, delivered, total), skipped, now, supersededBy);
    }

    Job superseded(JobId by, Instant now) {
        return completed(Counts.ZERO, Skipped.NONE, now, by);
    }

    private Job completed(Counts total, Skipped skipped, Instant now, @Nullable JobId by) {
        return new Job(
                id,
                post,
                author,
                JobState.COMPLETE,
                total,
                planned,
                pending,
                acceptedAt,
                now,
                now,
                outboxShard,
                cause,
                skipped,
                by,
                mode,
                mentions);
    }

    /** The event that a job spreads. */
    public enum Cause implements LowerCaseName {
        PUBLICATION,
        EDIT,
        PERMISSIONS,
        /** Its slices delete the post from home feeds: all its recipients are skipped. */
        RETRACTION;
    }

    /** The states of a fan-out job, in their order. */
    public enum JobState {
        /** Stored; no slice is planned. */
        ACCEPTED,
        /** At least one slice is planned, more may follow. */
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

    /**
     * A range of a job's recipients, from the first to the last, both inclusive. Its number counts from 1 within the job. When it was planned it had 1
     * to {@value #MAX_SIZE} recipients, which a handler reads at once.
     */
    public record Slice(int number, UserId first, UserId last, int size) {
        public static final int MAX_SIZE = 10_000;

        public Slice {
            if (number < 1) {
                throw new IllegalArgumentException("slice counts from 1");
            }
            if (size < 1 || size > MAX_SIZE) {
                throw new IllegalArgumentException("size is not 1 to " + MAX_SIZE);
            }
            if (first.compareTo(last) > 0) {
                throw new IllegalArgumentException("first comes after last");
            }
        }
    }
}
