package io.feedmill.common.fanout;

import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import io.feedmill.common.queue.QueueSender;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Delivers a slice. */
public record Deliver(JobId job, UserId author, Slice slice, Remaining rest, SendHistory history)
        implements JobMessage {
    public static final MessageType<Deliver> TYPE = new MessageType<>("deliver", Queue.DELIVER, 2, Deliver::read);

    /** The maximum size of a message without its recipients, with its trace. */
    private static final int ENVELOPE = 640 + QueueSender.TRACE_BYTES;

    public Deliver {
        UserId after = rest.after();
        if (after != null && (after.compareTo(slice.first()) < 0 || after.compareTo(slice.last()) > 0)) {
            throw new IllegalArgumentException("after is not between first and last");
        }
    }

    /** A first attempt. The recipients are ascending; empty: the range of the slice is read. */
    public static Deliver of(Job job, Slice slice, List<UserId> recipients) {
        return new Deliver(job.id(), job.author(), slice, Remaining.of(recipients), SendHistory.FIRST);
    }

    @Override
    public Deliver with(SendHistory now) {
        return new Deliver(job, author, slice, rest, now);
    }

    /** The next attempt, which delivers the rest. */
    public Deliver next(Remaining left) {
        long before = rest.settled();
        return new Deliver(job, author, slice, left, history.next(left.settled() - before, slice.size() - before));
    }

    /** The number of these recipients, from the first, that fit into one message. */
    public static int fitting(List<UserId> recipients) {
        int bytes = ENVELOPE;
        for (int i = 0; i < recipients.size(); i++) {
            bytes += recipients.get(i).value().length() + 3;
            if (bytes > MessageCodec.MAX_BYTES) {
                return i;
            }
        }
        return recipients.size();
    }

    @Override
    public MessageType<Deliver> type() {
        return TYPE;
    }

    /** A worker that ignores progress would count wrongly, or end the slice early. */
    @Override
    public int version() {
        return rest.equals(Remaining.of(rest.recipients())) ? 1 : 2;
    }

    @Override
    public @Nullable String after() {
        return rest.after() == null ? null : rest.after().value();
    }

    @Override
    public void write(ObjectNode json) {
        json.put("job", job.value())
                .put("slice", slice.number())
                .put("first", slice.first().value())
                .put("last", slice.last().value())
                .put("size", slice.size());
        if (!rest.recipients().isEmpty()) {
            MessageCodec.users(json, "recipients", rest.recipients());
        }
        MessageCodec.count(json, "delivered", rest.delivered());
        for (Skipped.Reason reason : Skipped.Reason.values()) {
            MessageCodec.count(json, reason.value(), rest.skipped().of(reason));
        }
    }

    private static Deliver read(MessageFields fields) {
        Slice slice =
                new Slice(fields.integer("slice"), fields.user("first"), fields.user("last"), fields.integer("size"));
        Skipped skipped = Skipped.of(reason -> fields.count(reason.value()));
        Remaining rest = new Remaining(
                fields.users("recipients"), fields.after(UserId::new), fields.count("delivered"), skipped);
        return new Deliver(fields.job("job"), fields.user("author"), slice, rest, fields.history());
    }

    /**
     * The part of a slice that is not settled, and the counts of the part that is.
     *
     * @param recipients who are left, ascending; they always fit into a message
     * @param after the followers of the slice's range after this one are left, too; null: all of the range if {@code recipients} is empty, else none
     * @param delivered number of settled recipients who have the post
     * @param skipped all other settled recipients
     */
    public record Remaining(
            List<UserId> recipients, @Nullable UserId after, long delivered, Skipped skipped) {

        public Remaining {
            QueueMessage.requireAscending("recipients", recipients);
        }

        public static Remaining of(List<UserId> recipients) {
            return new Remaining(recipients, null, 0, Skipped.NONE);
        }

        long settled() {
            return delivered + skipped.total();
        }
    }
}
