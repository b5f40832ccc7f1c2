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
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Repairs home feeds that an audit found wrong. Changes no job and no counts, and works also after the job has expired. */
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

    private Handled deliverToFollowers(
            Repair repair, @Nullable Progress progress, int deliveredToAuthor, WriteOptions terms) {
        List<UserId> followers = repair.recipients().stream()
                .filter(user -> !user.equals(repair.author()))
                .toList();
        Recipients recipients = Recipients.scattered(repair.post(), repair.author(), followers);
        return switch (writer.deliver(recipients, progress, terms)) {
            case Delivery.Done done -> {
                metrics.repaired(deliveredToAuthor + done.delivered());
                yield new Handled.Done();
            }
            case Delivery.Unfinished unfinished -> new Handled.Requeue(repair.next(unfinished.progress()));
        };
    }
}
