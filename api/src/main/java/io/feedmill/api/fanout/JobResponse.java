package io.feedmill.api.fanout;

import io.feedmill.api.http.Iso;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a caller sees of a job: the author all, readers only the state, since the rest tells how many follow the author. */
sealed interface JobResponse {

    /** Returns what a caller sees; {@code pending} reads the oldest pending slices of an open job. */
    static JobResponse of(Job job, boolean all, Function<Job, List<PendingSlice>> pending) {
        return all ? FanoutResponse.of(job, pending) : new StateResponse(job.state());
    }

    record StateResponse(JobState state) implements JobResponse {}

    /**
     * The progress of a fan-out.
     *
     * @param cause publication, edit, permissions or retraction
     * @param expected recipients planned so far; equals {@code delivered} + {@code skipped} in the state COMPLETE
     * @param skippedBy the skipped recipients by reason, without reasons that did not occur; null if a newer version counted some by reasons of its own
     * @param cleared skipped recipients from whose home feeds a retraction has deleted the post; null for other causes
     * @param slices slices planned so far; 0 also after inline delivery of all recipients
     * @param oldestPending up to 20 pending slices, the oldest first; null: none
     * @param completedAt null before the state COMPLETE
     * @param supersededBy the job of a later change, to which this one left all recipients; null: none
     * @param mode push, or on-read: pages read the post from the author's feed, and the job has no recipients
     */
    record FanoutResponse(
            String job,
            String cause,
            JobState state,
            long expected,
            long delivered,
            long skipped,
            @Nullable Map<String, Long> skippedBy,
            @Nullable Long cleared,
            int slices,
            int pendingSlices,
            @Nullable List<SliceResponse> oldestPending,
            String acceptedAt,
            @Nullable String completedAt,
            @Nullable String supersededBy,
            String mode)
            implements JobResponse {

        /** A pending slice, with the number of its requeues without progress (0: none is recorded) and the reason of the last one. */
        record SliceResponse(
                int slice, int attempt, @Nullable String reason) {}

        static FanoutResponse of(Job job, Function<Job, List<PendingSlice>> pending) {
            List<SliceResponse> oldest = (job.pending().isEmpty() ? List.<PendingSlice>of() : pending.apply(job))
                    .stream()
                            .map(slice -> new SliceResponse(slice.number(), slice.attempt(), slice.reason()))
                            .toList();
            Job.Counts counts = job.counts();
            Instant completedAt = job.completedAt();
            JobId supersededBy = job.supersededBy();
            return new FanoutResponse(
                    job.id().value(),
                    job.cause().value(),
                    job.state(),
                    counts.expected(),
                    counts.delivered(),
                    counts.skipped(),
                    job.skippedBy().total() == counts.skipped() ? byReason(job.skippedBy()) : null,
                    job.cause() == Cause.RETRACTION
                            ? counts.skipped() - job.skippedBy().dormant()
                            : null,
                    job.planned(),
                    job.pending().size(),
                    oldest.isEmpty() ? null : oldest,
                    Iso.format(job.acceptedAt()),
                    completedAt == null ? null : Iso.format(completedAt),
                    supersededBy == null ? null : supersededBy.value(),
                    job.mode().value());
        }

        private static Map<String, Long> byReason(Skipped skipped) {
            Map<String, Long> reasons = new LinkedHashMap<>();
            for (Reason reason : Reason.values()) {
                if (skipped.of(reason) > 0) {
                    reasons.put(reason.value(), skipped.of(reason));
                }
            }
            return reasons;
        }
    }
}
