package io.feedmill.api.fanout;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.api.time.Iso;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobState;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How far a post's fan-out is.
 *
 * @param expected recipients planned so far; {@code delivered} + {@code skipped} once the state is COMPLETE
 * @param slices slices planned so far; 0 also where all recipients fit into one that was delivered on the spot
 * @param completedAt null, and absent from the JSON, until then
 */
record FanoutResponse(
        JobState state,
        long expected,
        long delivered,
        long skipped,
        int slices,
        int pendingSlices,
        String acceptedAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String completedAt) {

    static FanoutResponse of(Job job) {
        Job.Counts counts = job.counts();
        Instant completedAt = job.completedAt();
        return new FanoutResponse(
                job.state(),
                counts.expected(),
                counts.delivered(),
                counts.skipped(),
                job.planned(),
                job.pending().size(),
                Iso.format(job.acceptedAt()),
                completedAt == null ? null : Iso.format(completedAt));
    }
}
