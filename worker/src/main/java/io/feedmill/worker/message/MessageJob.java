package io.feedmill.worker.message;

import io.feedmill.common.fanout.ImpossibleStateException;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.NoSuchJobException;
import io.feedmill.common.queue.QueueMessage;

/** The job that a message is about, read before anything is written for it. */
public final class MessageJob {
    private MessageJob() {}

    /**
     * The job as it stands. Throws {@link NoSuchJobException}, and {@link ImpossibleStateException} where the message says of it what never was
     * true: a job keeps its author, and a slice is sent only once it is planned.
     */
    public static Job of(QueueMessage message, JobStore jobs) {
        Job job = jobs.find(message.job()).orElseThrow(() -> new NoSuchJobException(message.job()));
        if (!job.author().equals(message.author())) {
            throw new ImpossibleStateException("job " + job.id() + " is another author's");
        }
        if (message instanceof QueueMessage.Deliver deliver && deliver.slice().number() > job.planned()) {
            throw new ImpossibleStateException(
                    "job " + job.id() + " has no slice " + deliver.slice().number() + " planned");
        }
        return job;
    }
}
