package io.feedmill.api.fanout;

import io.feedmill.api.http.Iso;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a caller sees of a job: the author all, readers only the state, since the rest tells how many follow the author. */
sealed interface JobResponse {

    static JobResponse of(Job job, boolean all) {
        return all ? FanoutResponse.of(job) : new StateResponse(job.state());
    }

    /** What readers see. */
    record StateResponse(JobState state) implements JobResponse {}

    /**
     * The progress of a fan-out.
     *
     * @param cause publication, edit, permissions or retraction
     * @param expected recipients planned so far; equals {@code delivered} + {@code skipped} in the state COMPLETE
     * @param skippedBy the skipped recipients by reason, without reasons that did not occur; null if an earlier version counted some of them
     * @param cleared skipped recipients from whose home feeds a retraction has deleted the post; null for other causes
     * @param slices slices planned so far; 0 also after inline delivery of all recipients
     * @param completedAt null before the state COMPLETE
     * @param supersededBy the job of a later change, to which this one left all recipients; null: none
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
            String acceptedAt,
            @Nullable String completedAt,
            @Nullable String supersededBy)
            implements JobResponse {

        static FanoutResponse of(Job job) {
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
                    job.cause() == Cause.RETRACTION ? counts.skipped() : null,
                    job.planned(),
                    job.pending().size(),
                    Iso.format(job.acceptedAt()),
                    completedAt == null ? null : Iso.format(completedAt),
                    supersededBy == null ? null : supersededBy.value());
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
