package io.feedmill.common.fanout;

import io.feedmill.common.key.JobId;
import java.util.Optional;

/** Fan-out jobs. Each method is one storage call; reads are strongly consistent. Thread-safe. */
public interface JobStore {

    Optional<Job> find(JobId job);

    /** Puts the slice's row if it is absent; the row that is there then, ours or an earlier one. */
    Slice putSlice(JobId job, Slice slice);

    /** The row of a slice that is planned. Throws {@link ImpossibleStateException} where it is not there: it was put before it was planned. */
    Slice slice(JobId job, int number);

    /**
     * Adds the slice to {@code pending} and its size to {@code expected}, state PLANNING; on condition that it is the next one and the job still
     * plans. Where an answer was lost on the way and the slice is pending, it counts as won: two messages of a slice are harmless, none costs
     * a minute.
     */
    JobUpdate advance(JobId job, Slice slice);

    /** State DELIVERING; on condition that {@code planned} is the last slice and the job still plans. */
    JobUpdate endPlanning(JobId job, int planned);

    /**
     * Takes the slice off {@code pending} and adds to both counts; on condition that it is pending. Where an answer was lost on the way, it may be
     * ours although it counts as lost.
     */
    JobUpdate finish(JobId job, int slice, int delivered, int skipped);

    /**
     * Lets the job count as one that moves: its progress time is now, and nothing else changes; on condition that it is not COMPLETE. False where
     * it is, or where there is none.
     */
    boolean touch(JobId job);

    /**
     * State COMPLETE without its outbox row, and for a job that {@link Job#publishes} with its ledger entry and the author's and the post's
     * counts, in one transaction; on condition that the job is drained and that its counts are those given, which go into the ledger.
     */
    JobUpdate close(Job job);

    /** As {@link #close}, for a job without slices, with its counts; on condition that the state is ACCEPTED. */
    JobUpdate closeInlineDelivery(Job job, int delivered, int skipped);

    /** The outcome of a conditional change of a job: whether it was ours, and the job as it stands after it or instead of it. */
    sealed interface JobUpdate {
        Job job();

        /** The condition held; the job is changed. */
        record Won(Job job) implements JobUpdate {}

        /** The condition did not hold; the job stands as somebody else left it. */
        record Lost(Job job) implements JobUpdate {}
    }

    /** Something was asked of a job that is not there: it never was, or it has expired. */
    final class JobNotFoundException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public JobNotFoundException(JobId job) {
            super("Job not found: " + job);
        }
    }

    /** Something contradicts a job in a way that neither a race nor a crash explains: trying again changes nothing. */
    final class ImpossibleStateException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public ImpossibleStateException(String sentence) {
            super(sentence);
        }
    }
}
