package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Deliver.Remaining;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.queue.RequeueReason;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.onread.OnReadLister;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Records the progress of jobs, and closes them. Of several workers that try, one wins. */
@Component
public record JobCloser(JobStore jobs, PostStore posts, FanoutMetrics metrics, OnReadLister onRead, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(JobCloser.class);

    void requeued(Deliver next, RequeueReason reason, Duration delay) {
        if (jobs.touch(next.job())) {
            Instant due = clock.instant().plus(delay);
            jobs.requeued(next.job(), next.slice().number(), next.attempt(), reason, due);
        }
    }

    /** Ends a slice, and after the last one the job. The range may have more followers than were planned, or fewer: the planned number is counted. */
    void finish(Deliver slice, Remaining settled, Deadline deadline) {
        int delivered = (int) Math.min(settled.delivered(), slice.slice().size());
        Skipped skipped = settled.skipped().limitedTo(slice.slice().size() - delivered);
        JobUpdate change = jobs.finish(slice.job(), slice.slice().number(), delivered, skipped);
        if (change instanceof JobUpdate.Won) {
            metrics.delivered(change.job(), delivered, skipped);
        }
        if (change.job().drained()) {
            close(change.job(), deadline);
        }
    }

    /** Closes a job whose slices are all delivered. Throws a failure that may pass if the deadline leaves no time for it. */
    public void close(Job job, Deadline deadline) {
        erase(job, deadline);
        closed(jobs.close(job));
    }

    /** Closes a job that was delivered without slices. Throws as {@link #close}. */
    public JobUpdate closeInlineDelivery(Job job, int delivered, Skipped skipped, Deadline deadline) {
        erase(job, deadline);
        JobUpdate change = jobs.closeInlineDelivery(job, delivered, skipped);
        if (change instanceof JobUpdate.Won) {
            metrics.delivered(job, delivered, skipped);
        }
        return closed(change);
    }

    /** Closes a job that has not begun and leaves its recipients to that of a later change. */
    public JobUpdate supersede(Job job, JobId by) {
        return closed(jobs.supersede(job, by));
    }

    /** Deletes the texts of a retracted post, before its job is closed: a crash between the two repeats it, and the next attempt finds less. */
    private void erase(Job job, Deadline deadline) {
        if (job.cause() == Job.Cause.RETRACTION && !posts.erase(job.post(), deadline)) {
            throw new StorageException(StorageException.Kind.THROTTLED, "Versions not erased");
        }
    }

    private JobUpdate closed(JobUpdate change) {
        if (!(change instanceof JobUpdate.Won)) {
            return change;
        }
        Job job = change.job();
        metrics.completed(job, clock.instant());
        if (job.publishes()) {
            onRead.completed(job);
        }
        LOG.atInfo()
                .addKeyValue("job", job.id())
                .addKeyValue("post", job.post())
                .addKeyValue("cause", job.cause().value())
                .addKeyValue("slices", job.planned())
                .addKeyValue("delivered", job.counts().delivered())
                .addKeyValue("skipped", job.counts().skipped())
                .log("Job completed");
        return change;
    }
}
