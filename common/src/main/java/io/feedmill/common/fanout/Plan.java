package io.feedmill.common.fanout;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork.NewWork;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Plans a job.
 *
 * @param isContinuation sent by a plan that ran out of time or of pending slices: continues after the last planned slice and does not resend the
 *     pending ones
 * @param after the last slice, or the last recipient of a job without slices, to which a repeated plan has sent a changed post again; null: none
 */
public record Plan(
        JobId job,
        UserId author,
        boolean isContinuation,
        @Nullable String after,
        SendHistory history) implements JobMessage {
    public static final MessageType<Plan> TYPE = MessageType.of("plan", Queue.PUBLISH, Plan::read);

    public static Plan of(JobId job, UserId author) {
        return new Plan(job, author, false, null, SendHistory.FIRST);
    }

    /** A new job, as work in one of these shards of the outbox. */
    public static NewWork begin(JobId job, UserId author, int shards) {
        return new NewWork(Job.work(ShardedKey.shardOf(job.value(), shards), job, author), of(job, author));
    }

    public Plan continued() {
        return new Plan(job, author, true, null, SendHistory.FIRST);
    }

    /** The message that continues this plan, which is repeated and sends the post again up to its end, as this attempt. */
    public Plan continued(@Nullable String reached, SendHistory next) {
        return new Plan(job, author, true, reached, next);
    }

    /** The message that continues this plan as a repeated one, which sends the post again from its first follower. */
    public Plan repeated() {
        return continued(null, history.next());
    }

    @Override
    public Plan with(SendHistory now) {
        return new Plan(job, author, isContinuation, after, now);
    }

    /** The handler of this message resends what is pending. */
    @Override
    public Plan recheck() {
        return new Plan(job, author, true, after, history.recheck());
    }

    @Override
    public MessageType<Plan> type() {
        return TYPE;
    }

    @Override
    public void write(ObjectNode json) {
        json.put("job", job.value()).put("goesOn", isContinuation);
    }

    private static Plan read(MessageFields fields) {
        UserId after = fields.after(UserId::new);
        return new Plan(
                fields.job("job"),
                fields.user("author"),
                fields.json().path("goesOn").asBoolean(false),
                after == null ? null : after.value(),
                fields.history());
    }
}
