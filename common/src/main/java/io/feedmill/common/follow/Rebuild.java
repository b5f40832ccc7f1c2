package io.feedmill.common.follow;

import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.outbox.PairChange.Reached;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage.Sending;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rebuilds a home feed: reconciles it with each author whom the user follows.
 *
 * @param reached how far an earlier handler came; all later authors are reconciled
 */
public record Rebuild(PairChange pair, Reached reached, Sending sending) implements PairMessage {
    public static final MessageType<Rebuild> TYPE = MessageType.of("rebuild", Queue.UPKEEP, Rebuild::read);

    public Rebuild {
        if (pair.kind() != PairChange.Kind.REBUILD || !pair.follower().equals(pair.author())) {
            throw new IllegalArgumentException("the pair is not that of a rebuild");
        }
    }

    @Override
    public Rebuild with(Sending now) {
        return new Rebuild(pair, reached, now);
    }

    /** The message that continues this work. */
    public Rebuild goOn(Reached further) {
        return new Rebuild(pair, further, Sending.FIRST);
    }

    /** As {@link #goOn}, as a later attempt: this one may have left an author half written. */
    public Rebuild next(Reached further) {
        return new Rebuild(pair, further, sending.next());
    }

    @Override
    public MessageType<Rebuild> type() {
        return TYPE;
    }

    @Override
    public @Nullable String after() {
        UserId last = reached.last();
        return last == null ? null : last.value();
    }

    @Override
    public void write(ObjectNode json) {
        json.put("tick", pair.tick()).put("shard", pair.shard());
        if (reached.last() != null) {
            json.put("authors", reached.authors());
        }
    }

    private static Rebuild read(MessageFields fields) {
        UserId user = fields.user("author");
        PairChange pair =
                new PairChange(fields.integer("shard"), fields.number("tick"), user, user, PairChange.Kind.REBUILD);
        UserId last = fields.after(UserId::new);
        Reached reached = last == null ? Reached.NOTHING : new Reached(fields.number("authors"), last);
        return new Rebuild(pair, reached, fields.sending());
    }
}
