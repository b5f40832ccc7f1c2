package io.feedmill.cli.audit.check;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.JobId;
import java.util.Optional;

/** Checks the jobs of published posts. */
public record JobCheck(AuditStores stores) {

    /** The state of a post's job. */
    public sealed interface Result {}

    public record Complete(Job job) implements Result {
        /** Whether each expected recipient is delivered or skipped. */
        public boolean addsUp() {
            Job.Counts counts = job.counts();
            return counts.delivered() + counts.skipped() == counts.expected();
        }
    }

    /** The job is not complete, and its outbox row exists. */
    public record Open() implements Result {}

    /** The job is not complete, and its outbox row is missing: no relay will resend its plan. */
    public record Unswept(Job job) implements Result {}

    /** The job is lost, or that of a change has expired. */
    public record Absent() implements Result {}

    public Result check(JobId id) {
        Optional<Job> job = stores.jobs().find(id);
        if (job.isEmpty()) {
            return new Absent();
        }
        return isOpen(job.get()) ? checkOutbox(job.get()) : new Complete(job.get());
    }

    /** Closing changes the state and deletes the row in one transaction: a job that is still open after the row was read is not being closed. */
    private Result checkOutbox(Job job) {
        if (stores.outbox().holds(job.work())) {
            return new Open();
        }
        Job now = stores.jobs().find(job.id()).orElse(job);
        return isOpen(now) ? new Unswept(now) : new Complete(now);
    }

    private static boolean isOpen(Job job) {
        return job.state() != JobState.COMPLETE;
    }
}
