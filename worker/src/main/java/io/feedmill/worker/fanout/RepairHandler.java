package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.work.MessageHandler;
import io.feedmill.worker.work.MessageHandler.Handled;
import io.feedmill.worker.work.Receipt;
import java.util.List;
import org.springframework.stereotype.Component;

/** Repairs home feeds that an audit found wrong: puts items that are missing, deletes those that must not be there. Changes no job and no counts, and works also if the job is lost. */
@Component
public record RepairHandler(HomeFeedWriter writer, JobLookup jobs, FanoutMetrics metrics)
        implements MessageHandler<Repair> {

    @Override
    public Handled handle(Repair repair, Receipt receipt, Deadline deadline) {
        jobs.of(repair);
        List<UserId> users = repair.recipients().stream()
                .filter(user -> !user.equals(repair.author()))
                .toList();
        WriteOptions options = WriteOptions.bulk(deadline).with(HomeFeedWriter.refusals(repair.attempt(), users));
        Outcome toAuthor = users.size() < repair.recipients().size()
                ? writer.deliverToAuthor(repair.post(), repair.author(), options)
                : Outcome.settled(0, Skipped.NONE);
        if (!toAuthor.remaining().isEmpty()) {
            return new Handled.Requeue(repair.next());
        }
        Recipients to = Recipients.scattered(repair.post(), repair.author(), users);
        Outcome outcome = toAuthor.plus(writer.deliverToFollowers(to, options));
        if (!repair.history().isRecheck()) {
            metrics.repairs.increment((double) outcome.delivered());
        }
        return outcome.remaining().isEmpty()
                ? new Handled.Done()
                : new Handled.Requeue(repair.next(outcome.remaining()));
    }
}
