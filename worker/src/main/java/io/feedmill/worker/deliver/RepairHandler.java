package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Repair;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.message.Handled;
import io.feedmill.worker.message.MessageJob;
import io.feedmill.worker.metrics.WorkerMetrics;
import java.util.List;
import org.springframework.stereotype.Component;

/** Puts home feeds right that an audit found wrong. It needs no job and changes none: counts stay, also where the job is long gone. */
@Component
public final class RepairHandler {
    private static final Delivery NOT_ASKED_FOR = new Delivery.Done(0, HomeFeedWriter.NOTHING);

    private final HomeFeedWriter writer;
    private final JobStore jobs;
    private final WorkerMetrics metrics;

    public RepairHandler(HomeFeedWriter writer, JobStore jobs, WorkerMetrics metrics) {
        this.writer = writer;
        this.jobs = jobs;
        this.metrics = metrics;
    }

    public Handled handle(Repair repair, Deadline deadline) {
        MessageJob.of(repair, jobs);
        WriteOptions terms = WriteOptions.bulk(deadline);
        return switch (deliverToAuthor(repair, terms)) {
            case Delivery.Unfinished unfinished -> new Handled.Requeue(repair.next());
            case Delivery.Done own -> deliverToFollowers(repair, own.delivered(), terms);
        };
    }

    private Delivery deliverToAuthor(Repair repair, WriteOptions terms) {
        return repair.recipients().contains(repair.author())
                ? writer.deliverToAuthor(repair.post(), repair.author(), terms)
                : NOT_ASKED_FOR;
    }

    private Handled deliverToFollowers(Repair repair, int own, WriteOptions terms) {
        List<UserId> followers = repair.recipients().stream()
                .filter(user -> !user.equals(repair.author()))
                .toList();
        Recipients recipients = Recipients.scattered(repair.post(), repair.author(), followers);
        return switch (writer.deliver(recipients, repair.progress(), terms)) {
            case Delivery.Done done -> {
                metrics.repaired(own + done.delivered());
                yield new Handled.Done();
            }
            case Delivery.Unfinished unfinished -> new Handled.Requeue(repair.next(unfinished.progress()));
        };
    }
}
