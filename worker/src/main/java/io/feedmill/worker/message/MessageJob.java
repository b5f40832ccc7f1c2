package io.feedmill.worker.message;

import io.feedmill.common.fanout.ImpossibleStateException;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobNotFoundException;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.queue.QueueMessage;
import java.util.Optional;

/** The job that a message is about, read before anything is written for it. */
public final class MessageJob {
    private MessageJob() {}

    /**
     * The job as it stands. Throws {@link JobNotFoundException}, and {@link ImpossibleStateException} where the message says of it what never was
     * true: a job keeps its author, and a slice is sent only once it is planned.
     */
    public static Job of(QueueMessage message, JobStore jobs) {
        Job job = ifPresent(message, jobs).orElseThrow(() -> new JobNotFoundException(message.job()));
        if (message instanceof QueueMessage.Deliver deliver && deliver.slice().number() > job.planned()) {
            throw new ImpossibleStateException(
                    "job " + job.id() + " has no slice " + deliver.slice().number() + " planned");
        }
        return job;
    }

    /** As {@link #of}, for work that outlives its job: empty where there is none, or none any more. */
    public static Optional<Job> ifPresent(QueueMessage message, JobStore jobs) {
        Optional<Job> found = jobs.find(message.job());
        if (found.isPresent() && !found.get().author().equals(message.author())) {
            throw new ImpossibleStateException("job " + message.job() + " is another author's");
        }
        return found;
    }
}
