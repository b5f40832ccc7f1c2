package io.feedmill.api.fanout;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;

/** What a caller sees of a job: the author all, readers only the state, since the rest tells how many follow the author. */
sealed interface JobResponse permits FanoutResponse, JobResponse.StateResponse {

    static JobResponse of(Job job, boolean all) {
        return all ? FanoutResponse.of(job) : new StateResponse(job.state());
    }

    /** What readers see. */
    record StateResponse(JobState state) implements JobResponse {}
}
