package io.feedmill.worker.plan;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.fanout.JobStore.JobUpdate;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.QueueMessage.Deliver;
import io.feedmill.common.queue.QueueMessage.Progress;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.storage.Deadline;
import io.feedmill.worker.deliver.JobCloser;
import io.feedmill.worker.plan.PlanHandler.Planned;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Cuts an author's followers into slices and sends them. */
@Component
public final class SlicePlanner {
    private final JobStore jobs;
    private final FollowStore follows;
    private final QueueSender sender;
    private final InlineDelivery inline;
    private final JobCloser closer;
    private final FanoutSettings settings;

    public SlicePlanner(
            JobStore jobs,
            FollowStore follows,
            QueueSender sender,
            InlineDelivery inline,
            JobCloser closer,
            FanoutSettings settings) {
        this.jobs = jobs;
        this.follows = follows;
        this.sender = sender;
        this.inline = inline;
        this.closer = closer;
        this.settings = settings;
    }

    /** Sends the pending slices again, without recipients: handlers read the range. At the deadline, leaves the rest to the next sweep. */
    void resendPending(Job job, Deadline deadline) {
        try (SliceMessages messages = new SliceMessages(sender)) {
            for (int number : job.pending()) {
                if (!deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT)) {
                    return;
                }
                messages.add(new Deliver(job.id(), job.author(), jobs.slice(job.id(), number), null, 0, null));
            }
        }
    }

    /** Plans after the last planned slice. */
    Planned plan(Job job, Deadline deadline) {
        try (SliceMessages messages = new SliceMessages(sender)) {
            return plan(job, messages, deadline);
        }
    }

    private Planned plan(Job job, SliceMessages messages, Deadline deadline) {
        Job current = job;
        int number = job.planned() + 1;
        UserId after =
                job.planned() == 0 ? null : jobs.slice(job.id(), job.planned()).last();
        while (deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT)) {
            if (current.pending().size() >= settings.maxPending()) {
                return new Planned.Later(settings.pause());
            }
            List<UserId> users = follows.followersAfter(job.author(), after, settings.sliceSize() + 1);
            if (number == 1 && users.size() <= settings.sliceSize()) {
                return deliverAll(job, users, messages, deadline);
            }
            if (users.isEmpty()) {
                return endPlanning(job, number - 1);
            }
            Slice slice = jobs.putSlice(job.id(), cut(number, users));
            JobUpdate change = advance(job, slice, users, null, messages);
            if (change instanceof JobUpdate.Lost lost && !lost.job().state().plans()) {
                return new Planned.Finished();
            }
            current = change.job();
            after = slice.last();
            number++;
        }
        return new Planned.Later(Duration.ZERO);
    }

    /** Sends the slice if this plan wins it. If another plan put the slice row, handlers read the recipients from its range. */
    private JobUpdate advance(
            Job job, Slice slice, List<UserId> users, @Nullable Progress progress, SliceMessages messages) {
        JobUpdate change = jobs.advance(job.id(), slice);
        if (change instanceof JobUpdate.Won) {
            boolean ours = slice.equals(cut(slice.number(), users));
            List<UserId> recipients = ours ? users.subList(0, slice.size()) : null;
            messages.add(new Deliver(job.id(), job.author(), slice, recipients, 0, ours ? progress : null));
        }
        return change;
    }

    private Slice cut(int number, List<UserId> users) {
        List<UserId> candidates = users.subList(0, Math.min(users.size(), settings.sliceSize()));
        int size = MessageCodec.fitting(candidates);
        return new Slice(number, candidates.getFirst(), candidates.get(size - 1), size);
    }

    /** Delivers without a slice row and a message. Becomes a slice if it does not finish in time. */
    private Planned deliverAll(Job job, List<UserId> users, SliceMessages messages, Deadline deadline) {
        return switch (inline.deliver(job, users, deadline)) {
            case InlineDelivery.Result.Closed closed -> new Planned.Finished();
            case InlineDelivery.Result.Overtaken overtaken -> new Planned.Overtaken();
            case InlineDelivery.Result.Unfinished unfinished -> {
                Slice slice = jobs.putSlice(job.id(), cut(1, users));
                advance(job, slice, users, unfinished.progress(), messages);
                yield new Planned.Later(settings.pause());
            }
        };
    }

    private Planned endPlanning(Job job, int planned) {
        JobUpdate change = jobs.endPlanning(job.id(), planned);
        if (change.job().drained()) {
            closer.close(change.job());
        }
        return change.job().state().plans() ? new Planned.Overtaken() : new Planned.Finished();
    }
}
