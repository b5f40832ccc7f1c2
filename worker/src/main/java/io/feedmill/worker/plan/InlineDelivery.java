package io.feedmill.worker.plan;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Progress;
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

        /** The time ran out. */
        record Unfinished(Progress progress) implements Result {}
    }

    Result deliver(Job job, List<UserId> users, Deadline deadline) {
        return switch (writer.deliver(
                Recipients.ofRange(job.post(), job.author(), users), null, WriteOptions.express(deadline))) {
            case Delivery.Unfinished unfinished -> new Result.Unfinished(unfinished.progress());
            case Delivery.Done done -> {
                JobUpdate change = closer.closeInlineDelivery(job, done.delivered(), done.skipped());
                yield change.job().state() == JobState.COMPLETE ? new Result.Closed() : new Result.Overtaken();
            }
        };
    }

    /** Delivers again to all followers, without a change of the job. */
    Planned redeliver(Job job, Deadline deadline) {
        List<UserId> users = follows.followersAfter(job.author(), null, settings.sliceSize());
        while (!users.isEmpty()) {
            Recipients recipients = Recipients.ofRange(job.post(), job.author(), users);
            if (writer.deliver(recipients, null, WriteOptions.express(deadline)) instanceof Delivery.Unfinished) {
                return new Planned.Unfinished();
            }
            users = follows.followersAfter(job.author(), users.getLast(), settings.sliceSize());
        }
        return new Planned.Finished();
    }
}
