package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.onread.OnReadLister;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Closes jobs. Of several workers that try, one wins. */
@Component
public record JobCloser(JobStore jobs, PostStore posts, FanoutMetrics metrics, OnReadLister onRead, Clock clock) {
    private static final Logger LOG = LoggerFactory.getLogger(JobCloser.class);

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
        if (change instanceof JobUpdate.Won) {
            completed(change.job());
        }
        return change;
    }

    private void completed(Job job) {
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
    }
}
