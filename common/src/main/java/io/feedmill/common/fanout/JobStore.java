package io.feedmill.common.fanout;

import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.RequeueReason;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Fan-out jobs. Each method is one storage call, or the few that it names; reads are strongly consistent. Thread-safe. */
public interface JobStore {

    Optional<Job> find(JobId job);

    /** The post's own job and those of its changes that have not expired, oldest first, by two calls; after this job (null: from the first). */
    JobPage jobs(PostId post, @Nullable JobId after, int limit);

    /** Returns the jobs that are not complete among up to {@code limit} rows of the segment after this one (null: from the first). Eventually consistent. */
    JobScan scanOpen(Segment segment, @Nullable RowKey after, int limit);

    /** Puts the slice's row if it is absent. Returns the stored row: the new or an earlier one. */
    Slice putSlice(JobId job, Slice slice);

    /** Returns the row of a planned slice. Throws {@link ImpossibleStateException} if it is absent: it was put before it was planned. */
    Slice slice(JobId job, int number);

    /**
     * Adds the slice to {@code pending} and its size to {@code expected}, state PLANNING; on condition that it is the next one and the job still
     * plans. After a lost answer it counts as won if the slice is pending: two messages of a slice are harmless, none costs
     * a minute.
     */
    JobUpdate advance(JobId job, Slice slice);

    /** State DELIVERING; on condition that {@code planned} is the last slice and the job still plans. */
    JobUpdate endPlanning(JobId job, int planned);

    /**
     * Removes the slice from {@code pending} and adds to both counts; on condition that it is pending. After a lost answer it may count
     * as lost although this call removed it.
     */
    JobUpdate finish(JobId job, int slice, int delivered, Skipped skipped);

    /**
     * Sets the progress time of the job to now and changes nothing else; on condition that it is not COMPLETE. Returns false if
     * it is, or if it is absent.
     */
    boolean touch(JobId job);

    /** Records a requeue of a slice in its row; nothing if that is absent. */
    void requeued(JobId job, int slice, int attempt, RequeueReason reason);

    /** Returns the first pending slices of the job, up to this number: the oldest, by their rows. */
    List<PendingSlice> pendingSlices(Job job, int limit);

    /**
     * State COMPLETE without its outbox row, and for a job that {@link Job#publishes} with its ledger entry and the author's and the post's
     * counts, in one transaction; on condition that the job is drained and that its counts are those given, which go into the ledger. The job of
     * the last change ends the post's recall in this transaction.
     */
    JobUpdate close(Job job);

    /** As {@link #close}, for a job without slices, with its counts; on condition that the state is ACCEPTED. */
    JobUpdate closeInlineDelivery(Job job, int delivered, Skipped skipped);

    /** State COMPLETE without recipients and without its outbox row; on condition that the state is ACCEPTED. */
    JobUpdate supersede(Job job, JobId by);

    /** Jobs that are not complete; {@code next} is null only at the end. A page may be short or empty before it. */
    record JobScan(List<JobId> open, @Nullable RowKey next) {}

    /**
     * Jobs of a post.
     *
     * @param next the job after which the next page continues; null only at the end. A page may be short or empty before the end
     */
    record JobPage(List<Job> jobs, @Nullable JobId next) {}

    /** The outcome of a conditional change of a job, with the job after it. */
    sealed interface JobUpdate {
        Job job();

        /** The condition held; the job is changed. */
        record Won(Job job) implements JobUpdate {}

        /** The condition did not hold; the job is as another writer left it. */
        record Lost(Job job) implements JobUpdate {}
    }

    /** The job is absent: it never existed, or it has expired. */
    final class JobNotFoundException extends DeadLetterException {
        private static final long serialVersionUID = 1L;

        public JobNotFoundException(JobId job) {
            super(DeadLetterReason.NO_SUCH_JOB, "Job not found: " + job);
        }
    }

    /** A contradiction with a job that neither a race nor a crash explains. A retry changes nothing. */
    final class ImpossibleStateException extends DeadLetterException {
        private static final long serialVersionUID = 1L;

        public ImpossibleStateException(String sentence) {
            super(DeadLetterReason.IMPOSSIBLE_STATE, sentence);
        }
    }

    /** What a feature writes in the transaction that closes the job of a new post. A step adds no condition. Thread-safe. */
    interface JobStep {

        List<TransactWriteItem> closed(Job completed);
    }
}
