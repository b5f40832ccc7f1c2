package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Deliver;
import io.feedmill.common.queue.QueueMessage.Progress;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.MessageJob;
import io.feedmill.worker.work.Receipt;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Delivers a slice and removes it from the job's pending slices. */
@Component
public final class SliceHandler {
    private final HomeFeedWriter writer;
    private final FollowStore follows;
    private final JobStore jobs;
    private final JobCloser closer;
    private final WorkerMetrics metrics;
    private final Duration longestLife;

    public SliceHandler(
            HomeFeedWriter writer,
            FollowStore follows,
            JobStore jobs,
            JobCloser closer,
            WorkerMetrics metrics,
            WorkDeadlines deadlines) {
        this.writer = writer;
        this.follows = follows;
        this.jobs = jobs;
        this.closer = closer;
        this.metrics = metrics;
        this.longestLife = deadlines.time().plus(DynamoClients.CALL_TIMEOUT);
    }

    public Handled handle(Deliver slice, Receipt receipt, Deadline deadline) {
        Job job = MessageJob.of(slice, jobs);
        if (isDone(slice, job, receipt)) {
            metrics.sliceRepeated();
            return new Handled.Done();
        }
        WriteOptions terms = WriteOptions.bulk(deadline);
        Recipients all = Recipients.ofRange(job.post(), job.author(), users(slice));
        // A range was read just now.
        boolean old = slice.recipients() != null && receipt.age(slice).compareTo(longestLife) > 0;
        Optional<Recipients> present = old ? writer.withoutLeavers(all, terms) : Optional.of(all);
        if (present.isEmpty()) {
            return new Handled.Requeue(slice.startOver());
        }
        Recipients recipients = present.get();
        boolean goesOn = !receipt.isRedelivery() && recipients.equals(all);
        return switch (writer.deliver(recipients, goesOn ? slice.progress() : null, terms)) {
            case Delivery.Done done -> finish(slice, recipients, done);
            case Delivery.Unfinished unfinished -> requeue(slice, recipients, unfinished.progress());
        };
    }

    /**
     * Whether nothing is left to do. A slice that is not pending is delivered again if an earlier handler may have died or requeued in the midst
     * of it, or if the post has changed: the home feeds may have an old revision, or miss a row.
     */
    private boolean isDone(Deliver slice, Job job, Receipt receipt) {
        return !job.pending().contains(slice.slice().number())
                && !receipt.isRepeated(slice)
                && job.publishes()
                && writer.isUnchangedSince(job);
    }

    private List<UserId> users(Deliver slice) {
        List<UserId> users = slice.recipients();
        return users != null
                ? users
                : follows.followersBetween(
                        slice.author(), slice.slice().first(), slice.slice().last());
    }

    private static Handled requeue(Deliver slice, Recipients recipients, Progress reached) {
        boolean empty = recipients.users().isEmpty();
        return new Handled.Requeue(empty ? slice.next() : slice.next(recipients.users(), reached));
    }

    private Handled finish(Deliver slice, Recipients recipients, Delivery.Done done) {
        try {
            finish(slice, done);
            return new Handled.Done();
        } catch (StorageException e) {
            if (e.isPermanent()) {
                throw e;
            }
            return requeue(slice, recipients, done.reached());
        }
    }

    /** The range may have more followers now than were planned, or fewer. Exactly the planned number is counted. */
    private void finish(Deliver slice, Delivery.Done done) {
        int delivered = Math.min(done.delivered(), slice.slice().size());
        Skipped skipped = done.skipped().fit(slice.slice().size() - delivered);
        JobUpdate change = jobs.finish(slice.job(), slice.slice().number(), delivered, skipped);
        if (change instanceof JobUpdate.Won) {
            metrics.delivered(change.job(), delivered, skipped.total());
        }
        if (change.job().drained()) {
            closer.close(change.job());
        }
    }
}
