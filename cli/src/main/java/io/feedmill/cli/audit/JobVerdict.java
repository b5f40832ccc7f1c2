package io.feedmill.cli.audit;

import io.feedmill.common.fanout.Job;

/** How a post's fan-out stands. */
sealed interface JobVerdict {

    /** It is complete. */
    record Complete(Job job) implements JobVerdict {
        /** Whether each expected recipient is delivered or skipped. */
        boolean addsUp() {
            Job.Counts counts = job.counts();
            return counts.delivered() + counts.skipped() == counts.expected();
        }
    }

    /** It was completed so long ago that the job is gone. */
    record Expired() implements JobVerdict {}

    /** It is under way. */
    record Open() implements JobVerdict {}

    /** It is open, and nobody sweeps it. */
    record Unswept(Job job) implements JobVerdict {}

    /** There is no job, and there should be. */
    record Lost() implements JobVerdict {}
}
