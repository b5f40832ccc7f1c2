package io.feedmill.worker.message;

import io.feedmill.common.fanout.ImpossibleStateException;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobNotFoundException;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage;
import java.util.Optional;

/** The job that a message is about, read before anything is written for it. */
public final class MessageJob {
    private MessageJob() {}

    /**
     * The job as it stands. Throws {@link JobNotFoundException}, and {@link ImpossibleStateException} where the message says of it what never was
     * true: a job keeps its author, and a slice is sent only once it is planned.
     */
    public static Job of(QueueMessage.OfJob message, JobStore jobs) {
        Job job =
                find(message.job(), message.author(), jobs).orElseThrow(() -> new JobNotFoundException(message.job()));
        if (message instanceof QueueMessage.Deliver deliver && deliver.slice().number() > job.planned()) {
            throw new ImpossibleStateException(
                    "job " + job.id() + " has no slice " + deliver.slice().number() + " planned");
        }
        return job;
    }

    /** The job that the post was published with; empty if it has expired. Throws {@link ImpossibleStateException} if it has another author. */
    public static Optional<Job> of(QueueMessage.OfPost message, JobStore jobs) {
        return find(JobId.of(message.post()), message.author(), jobs);
    }

    private static Optional<Job> find(JobId job, UserId author, JobStore jobs) {
        Optional<Job> found = jobs.find(job);
        if (found.isPresent() && !found.get().author().equals(author)) {
            throw new ImpossibleStateException("Job " + job + " has another author");
        }
        return found;
    }
}
