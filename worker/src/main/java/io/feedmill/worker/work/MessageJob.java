package io.feedmill.worker.work;

import io.feedmill.common.fanout.ImpossibleStateException;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobNotFoundException;
import io.feedmill.common.fanout.JobStore;
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
    public static Job of(QueueMessage message, JobStore jobs) {
        Job job = ifPresent(message, jobs).orElseThrow(() -> new JobNotFoundException(message.job()));
        if (message instanceof QueueMessage.Deliver deliver && deliver.slice().number() > job.planned()) {
            throw new ImpossibleStateException(
                    "job " + job.id() + " has no slice " + deliver.slice().number() + " planned");
        }
        return job;
    }

    /** As {@link #of}, but returns empty if the job is absent, for work that outlives its job. */
    public static Optional<Job> ifPresent(QueueMessage message, JobStore jobs) {
        Optional<Job> found = jobs.find(message.job());
        if (found.isPresent() && !found.get().author().equals(message.author())) {
            throw new ImpossibleStateException("job " + message.job() + " is another author's");
        }
        return found;
    }
}
