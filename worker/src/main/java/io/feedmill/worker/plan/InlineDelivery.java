package io.feedmill.worker.plan;

import io.feedmill.common.dynamo.BatchWriter.Refusals;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Plan;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.deliver.Delivery;
import io.feedmill.worker.deliver.HomeFeedWriter;
import io.feedmill.worker.deliver.JobCloser;
import io.feedmill.worker.deliver.Recipients;
import io.feedmill.worker.plan.PlanHandler.Planned;
import java.util.List;
import org.springframework.stereotype.Component;

/** Delivers jobs whose recipients fit into one slice within the plan: writes the rows, then closes the job in one transaction. */
@Component
public final class InlineDelivery {
    private final HomeFeedWriter writer;
    private final FollowStore follows;
    private final JobCloser closer;
    private final FanoutSettings settings;

    public InlineDelivery(HomeFeedWriter writer, FollowStore follows, JobCloser closer, FanoutSettings settings) {
        this.writer = writer;
        this.follows = follows;
        this.closer = closer;
        this.settings = settings;
    }

    /** The result of an inline delivery. */
    public sealed interface Result {
        /** The job is complete. */
        record Closed() implements Result {}

        /** Another plan read more followers and planned slices. */
        record Overtaken() implements Result {}

        /** The time ran out, or some writes were put off. */
        record Unfinished(Delivery delivery) implements Result {}
    }

    Result deliver(Job job, List<UserId> users, Deadline deadline) {
        Delivery delivery = deliver(job, users, WriteOptions.express(deadline));
        if (!delivery.left().isEmpty()) {
            return new Result.Unfinished(delivery);
        }
        JobUpdate change = closer.closeInlineDelivery(job, (int) delivery.delivered(), delivery.skipped(), deadline);
        return change.job().state() == JobState.COMPLETE ? new Result.Closed() : new Result.Overtaken();
    }

    private Delivery deliver(Job job, List<UserId> users, WriteOptions terms) {
        return writer.deliver(Recipients.ofRange(job.post(), job.author(), users), terms.with(Refusals.PUT_OFF));
    }

    /** Delivers again to a slice's worth of followers, from where the plan is, without a change of the job: it was delivered inline to no more. */
    Planned redeliver(Job job, Plan plan, Deadline deadline) {
        String after = plan.after();
        List<UserId> users = follows.followersAfter(job.author(), null, settings.sliceSize()).stream()
                .filter(user -> after == null || user.value().compareTo(after) > 0)
                .toList();
        List<UserId> left = deliver(job, users, WriteOptions.express(deadline)).left();
        if (left.isEmpty()) {
            return new Planned.Finished();
        }
        int done = users.indexOf(left.getFirst());
        return new Planned.Unfinished(
                plan.goOn(done == 0 ? after : users.get(done - 1).value()));
    }
}
