package io.feedmill.api.post;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.api.Iso;
import io.feedmill.api.access.ReadablePosts;
import io.feedmill.api.http.ClientIds;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
final class FanoutController {
    private final ReadablePosts posts;
    private final JobStore jobs;

    FanoutController(ReadablePosts posts, JobStore jobs) {
        this.posts = posts;
        this.jobs = jobs;
    }

    /**
     * The progress of a post's fan-out.
     *
     * @param expected recipients planned so far; equals {@code delivered} + {@code skipped} in the state COMPLETE
     * @param slices slices planned so far; 0 also after inline delivery of all recipients
     * @param completedAt null, and absent from the JSON, before the state COMPLETE
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

    @GetMapping(path = "/v1/posts/{id}/fanout", produces = MediaType.APPLICATION_JSON_VALUE)
    FanoutResponse fanout(@PathVariable String id, @RequestParam(required = false) @Nullable String viewer) {
        return jobs.find(JobId.of(posts.head(id, viewer).id()))
                .map(FanoutResponse::of)
                .orElseThrow(ClientIds::postNotFound);
    }
}
