package io.feedmill.worker.work;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.ImpossibleStateException;
import io.feedmill.common.fanout.JobStore.JobNotFoundException;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage;
import java.util.Optional;

/** Reads the job of a message, before the handler writes anything for it. */
public final class MessageJob {
    private MessageJob() {}

    /**
     * Returns the current job.
     *
     * @throws JobNotFoundException if the job is absent
     * @throws ImpossibleStateException if the message contradicts it: a job keeps its author, and a slice is sent only after it is planned
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

    /** Returns the job that published the post, or empty if it has expired. Throws {@link ImpossibleStateException} if it has another author. */
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
