package io.feedmill.common.fanout;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.PostMessage;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Repairs a post in the home feeds of 1 to {@value #MAX} users, ascending, whether they follow the author or not, as a delivery does; no job changes. */
public record Repair(PostId post, UserId author, List<UserId> recipients, SendHistory history) implements PostMessage {
    public static final MessageType<Repair> TYPE = MessageType.of("repair", Queue.DELIVER, Repair::read);

    /** This number always fits into a message. */
    public static final int MAX = 500;

    public Repair {
        if (recipients.isEmpty() || recipients.size() > MAX) {
            throw new IllegalArgumentException("recipients of a repair are 1 to " + MAX);
        }
        QueueMessage.requireAscending("recipients", recipients);
    }

    public static Repair of(PostId post, UserId author, List<UserId> recipients) {
        return new Repair(post, author, recipients, SendHistory.FIRST);
    }

    @Override
    public Repair with(SendHistory now) {
        return new Repair(post, author, recipients, now);
    }

    /** The next attempt, for the users who are left. */
    public Repair next(List<UserId> users) {
        int before = recipients.size();
        return new Repair(post, author, users, history.next(before - users.size(), before));
    }

    @Override
    public MessageType<Repair> type() {
        return TYPE;
    }

    @Override
    public void write(ObjectNode json) {
        json.put("job", post.value());
        MessageCodec.users(json, "recipients", recipients);
    }

    private static Repair read(MessageFields fields) {
        return new Repair(fields.post("job"), fields.user("author"), fields.users("recipients"), fields.history());
    }
}
