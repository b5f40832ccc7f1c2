package io.feedmill.worker.fanout;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.JobId;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Closes jobs. Of several workers that try, one wins. */
@Component
public final class JobCloser {
    private static final Logger LOG = LoggerFactory.getLogger(JobCloser.class);

    private final JobStore jobs;
    private final DocumentStore documents;
    private final FanoutMetrics metrics;
    private final Clock clock;

    public JobCloser(JobStore jobs, DocumentStore documents, FanoutMetrics metrics, Clock clock) {
        this.jobs = jobs;
        this.documents = documents;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** Closes a job whose slices are all delivered. Throws a failure that may pass if the deadline leaves no time for it. */
    public void close(Job job, Deadline deadline) {
        erase(job, deadline);
        if (jobs.close(job) instanceof JobUpdate.Won won) {
            closed(won.job());
        }
    }

    /** Closes a job that was delivered without slices. Throws as {@link #close}. */
    public JobUpdate closeInlineDelivery(Job job, int delivered, Skipped skipped, Deadline deadline) {
        erase(job, deadline);
        JobUpdate change = jobs.closeInlineDelivery(job, delivered, skipped);
        if (change instanceof JobUpdate.Won won) {
            metrics.delivered(job, delivered, skipped.total());
            closed(won.job());
        }
        return change;
    }

    /** Closes a job that has not begun and leaves its recipients to that of a later change. */
    public JobUpdate supersede(Job job, JobId by) {
        JobUpdate change = jobs.supersede(job, by);
        if (change instanceof JobUpdate.Won won) {
            closed(won.job());
        }
        return change;
    }

    /** Deletes the texts of a retracted post, before its job is closed: a crash between the two repeats it, and the next attempt finds less. */
    private void erase(Job job, Deadline deadline) {
        if (job.cause() == Job.Cause.RETRACTION && !documents.erase(job.post(), deadline)) {
            throw new StorageException(StorageException.Kind.THROTTLED, "Versions not erased");
        }
    }

    private void closed(Job job) {
        metrics.completed(job, clock.instant());
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
