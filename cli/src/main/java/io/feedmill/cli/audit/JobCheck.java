package io.feedmill.cli.audit;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobState;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import java.time.Clock;
import java.util.Optional;

/** Looks at the jobs of posts that are known to be published. */
final class JobCheck {
    private final JobStore jobs;
    private final OutboxStore outbox;
    private final Promise promise;
    private final Clock clock;

    JobCheck(JobStore jobs, OutboxStore outbox, Promise promise, Clock clock) {
        this.jobs = jobs;
        this.outbox = outbox;
        this.promise = promise;
        this.clock = clock;
    }

    JobVerdict check(JobId id) {
        Optional<Job> job = jobs.find(id);
        if (job.isEmpty()) {
            return promise.jobMayBeGone(id, clock.instant()) ? new JobVerdict.Expired() : new JobVerdict.Lost();
        }
        return isOpen(job.get()) ? open(job.get()) : new JobVerdict.Complete(job.get());
    }

    /** Closing takes state and row in one transaction: a job that is open still behind the read of its row was so before it. */
    private JobVerdict open(Job job) {
        if (outbox.holds(job.outboxShard(), job.id())) {
            return new JobVerdict.Open();
        }
        Job now = jobs.find(job.id()).orElse(job);
        return isOpen(now) ? new JobVerdict.Unswept(now) : new JobVerdict.Complete(now);
    }

    private static boolean isOpen(Job job) {
        return job.state() != JobState.COMPLETE;
    }
}
