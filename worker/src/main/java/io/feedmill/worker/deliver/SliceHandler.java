package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Deliver;
import io.feedmill.common.queue.QueueMessage.Progress;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.deliver.HomeFeedWriter.Delivery;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.MessageJob;
import java.util.List;
import org.springframework.stereotype.Component;

/**
 * Delivers a slice and removes it from the job's pending slices. A slice that is no longer pending is delivered again: an earlier handler may have
 * written an old revision.
 */
@Component
public final class SliceHandler {
    private final HomeFeedWriter writer;
    private final FollowStore follows;
    private final JobStore jobs;
    private final JobCloser closer;
    private final WorkerMetrics metrics;

    public SliceHandler(
            HomeFeedWriter writer, FollowStore follows, JobStore jobs, JobCloser closer, WorkerMetrics metrics) {
        this.writer = writer;
        this.follows = follows;
        this.jobs = jobs;
        this.closer = closer;
        this.metrics = metrics;
    }

    public Handled handle(Deliver slice, Deadline deadline) {
        Job job = MessageJob.of(slice, jobs);
        Recipients recipients = Recipients.ofRange(job.post(), job.author(), users(slice));
        return switch (writer.deliver(recipients, slice.progress(), WriteOptions.bulk(deadline))) {
            case Delivery.Done done -> finish(slice, recipients, done);
            case Delivery.Unfinished unfinished -> requeue(slice, recipients, unfinished.progress());
        };
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

    /** The range may have more followers now than were planned. At most the planned number counts as delivered. */
    private void finish(Deliver slice, Delivery.Done done) {
        int delivered = Math.min(done.delivered(), slice.slice().size());
        int skipped = slice.slice().size() - delivered;
        JobUpdate change = jobs.finish(slice.job(), slice.slice().number(), delivered, skipped);
        if (change instanceof JobUpdate.Won) {
            metrics.delivered(change.job(), delivered, skipped);
        }
        if (change.job().drained()) {
            closer.close(change.job());
        }
    }
}
