package io.feedmill.worker.plan;

import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobState;
import io.feedmill.common.fanout.JobUpdate;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.QueueMessage.Progress;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.deliver.Delivery;
import io.feedmill.worker.deliver.HomeFeedWriter;
import io.feedmill.worker.deliver.JobCloser;
import io.feedmill.worker.deliver.Recipients;
import java.util.List;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Jobs whose recipients fit into one slice: delivered by the plan itself, rows first, then closed in one transaction. */
@Component
public final class InlineDelivery {
    private static final long FIRST_REVISION = 1;

    private final HomeFeedWriter writer;
    private final FollowStore follows;
    private final FeedStore feeds;
    private final JobCloser closer;
    private final FanoutSettings settings;

    public InlineDelivery(
            HomeFeedWriter writer, FollowStore follows, FeedStore feeds, JobCloser closer, FanoutSettings settings) {
        this.writer = writer;
        this.follows = follows;
        this.feeds = feeds;
        this.closer = closer;
        this.settings = settings;
    }

    /** How far it came. */
    public sealed interface Result {
        /** The job is complete. */
        record Closed() implements Result {}

        /** Another plan saw more followers and made slices of them. */
        record Overtaken() implements Result {}

        /** The time ran out. */
        record Unfinished(Progress progress) implements Result {}
    }

    Result deliver(Job job, List<UserId> users, Deadline deadline) {
        return switch (writer.deliver(
                Recipients.ofRange(job.post(), job.author(), users), null, WriteOptions.express(deadline))) {
            case Delivery.Unfinished unfinished -> new Result.Unfinished(unfinished.progress());
            case Delivery.Done done -> {
                JobUpdate change = closer.closeOnTheSpot(job, done.delivered(), users.size() - done.delivered());
                yield change.job().state() == JobState.COMPLETE ? new Result.Closed() : new Result.Overtaken();
            }
        };
    }

    /**
     * A plan that is delivered again after its job was completed on the spot: an earlier handler of it may have written the post as it was
     * before a change, and died before it looked again.
     */
    Planned again(Job job, Deadline deadline) {
        if (job.planned() > 0 || unchanged(job)) {
            return new Planned.Finished();
        }
        List<UserId> users = follows.followersAfter(job.author(), null, settings.sliceSize());
        while (!users.isEmpty()) {
            Recipients recipients = Recipients.ofRange(job.post(), job.author(), users);
            if (writer.deliver(recipients, null, WriteOptions.express(deadline)) instanceof Delivery.Unfinished) {
                return new Planned.Later(settings.pause());
            }
            users = follows.followersAfter(job.author(), users.getLast(), settings.sliceSize());
        }
        return new Planned.Finished();
    }

    private boolean unchanged(Job job) {
        return feeds.truth(job.author(), job.post()) instanceof Truth.Live live
                && live.item().revision() == FIRST_REVISION
                && Objects.equals(live.change(), job.publishes() ? null : job.id());
    }
}
