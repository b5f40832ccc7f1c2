package io.feedmill.worker.deliver;

import io.feedmill.common.dynamo.Deadline;
import io.feedmill.common.dynamo.WriteTerms;
import io.feedmill.common.queue.QueueMessage.Repair;
import io.feedmill.worker.message.Handled;
import io.feedmill.worker.metrics.WorkerMetrics;
import java.util.List;
import org.springframework.stereotype.Component;

/** Puts home feeds right that an audit found wrong. It asks for no job and changes none: counts stay, also where the job is long gone. */
@Component
public final class RepairHandler {
    private final HomeFeedWriter writer;
    private final WorkerMetrics metrics;

    public RepairHandler(HomeFeedWriter writer, WorkerMetrics metrics) {
        this.writer = writer;
        this.metrics = metrics;
    }

    public Handled handle(Repair repair, Deadline deadline) {
        WriteTerms terms = WriteTerms.bulk(deadline);
        List<String> followers = repair.recipients().stream()
                .filter(user -> !user.equals(repair.author()))
                .toList();
        boolean own = followers.size() < repair.recipients().size();
        if (own && !writer.deliverToAuthor(repair.job(), repair.author(), terms)) {
            return new Handled.HandBack(repair.next());
        }
        Recipients recipients = new Recipients(repair.job(), repair.author(), followers);
        return switch (writer.deliver(recipients, repair.progress(), terms)) {
            case Delivery.Done done -> {
                metrics.repaired(done.delivered() + (own ? 1 : 0));
                yield new Handled.Done();
            }
            case Delivery.Unfinished unfinished -> new Handled.HandBack(repair.next(unfinished.progress()));
        };
    }
}
