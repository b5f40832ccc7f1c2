package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Progress;
import io.feedmill.common.queue.QueueMessage.Repair;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.work.Handled;
import io.feedmill.worker.work.MessageJob;
import io.feedmill.worker.work.Receipt;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Repairs home feeds that an audit found wrong: puts items that are missing, deletes those that must not be there. Changes no job and no counts, and works also after the job has expired. */
@Component
public final class RepairHandler {
    private static final Delivery NOT_REQUESTED = new Delivery.Done(0, Skipped.NONE, HomeFeedWriter.NOTHING);

    private final HomeFeedWriter writer;
    private final JobStore jobs;
    private final WorkerMetrics metrics;

    public RepairHandler(HomeFeedWriter writer, JobStore jobs, WorkerMetrics metrics) {
        this.writer = writer;
        this.jobs = jobs;
        this.metrics = metrics;
    }

    public Handled handle(Repair repair, Receipt receipt, Deadline deadline) {
        MessageJob.of(repair, jobs);
        WriteOptions terms = WriteOptions.bulk(deadline);
        return switch (deliverToAuthor(repair, terms)) {
            case Delivery.Unfinished unfinished -> new Handled.Requeue(repair.next());
            case Delivery.Done own ->
                deliverToFollowers(repair, receipt.isRedelivery() ? null : repair.progress(), own.delivered(), terms);
        };
    }

    private Delivery deliverToAuthor(Repair repair, WriteOptions terms) {
        return repair.recipients().contains(repair.author())
                ? writer.deliverToAuthor(repair.post(), repair.author(), terms)
                : NOT_REQUESTED;
    }

    /** Users who do not follow get nothing, not even for a moment: their rows are deleted first. */
    private Handled deliverToFollowers(
            Repair repair, @Nullable Progress progress, int deliveredToAuthor, WriteOptions terms) {
        List<UserId> users = repair.recipients().stream()
                .filter(user -> !user.equals(repair.author()))
                .toList();
        Recipients all = Recipients.scattered(repair.post(), repair.author(), users);
        Optional<Recipients> followers = writer.withoutLeavers(all, terms);
        if (followers.isEmpty()) {
            return new Handled.Requeue(repair.startOver());
        }
        Recipients recipients = followers.get();
        return switch (writer.deliver(recipients, recipients.equals(all) ? progress : null, terms)) {
            case Delivery.Done done -> {
                metrics.repaired(deliveredToAuthor + done.delivered());
                yield new Handled.Done();
            }
            case Delivery.Unfinished unfinished ->
                new Handled.Requeue(repair.next(recipients.users(), unfinished.progress()));
        };
    }
}
