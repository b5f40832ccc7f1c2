package io.feedmill.common.follow;

import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.queue.MessageFields;
import io.feedmill.common.queue.MessageType;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Rebuilds the home feed of its author: reconciles it with each author whom the user follows, after those of earlier handlers. */
public record Rebuild(OpenWork work, Reached reached, SendHistory history) implements QueueMessage {
    public static final MessageType<Rebuild> TYPE = MessageType.of("rebuild", Queue.UPKEEP, Rebuild::read);

    public static final String KIND = "rebuild";

    public Rebuild {
        if (!work.equals(work(work.shard(), work.tick(), work.author()))) {
            throw new IllegalArgumentException("the work is not a rebuild");
        }
    }

    public static Rebuild of(OpenWork work) {
        return new Rebuild(work, Reached.NOTHING, SendHistory.FIRST);
    }

    public static OpenWork work(int shard, long tick, UserId user) {
        return new OpenWork(KIND, shard, tick, user.value(), user);
    }

    @Override
    public Rebuild with(SendHistory now) {
        return new Rebuild(work, reached, now);
    }

    public Rebuild continued(Reached further) {
        return new Rebuild(work, further, SendHistory.FIRST);
    }

    /** As {@link #continued}, as a later attempt: this one may have left an author half written. */
    public Rebuild next(Reached further) {
        return new Rebuild(work, further, history.next(1, 1));
    }

    @Override
    public MessageType<Rebuild> type() {
        return TYPE;
    }

    @Override
    public UserId author() {
        return work.author();
    }

    @Override
    public String subject() {
        return KIND;
    }

    @Override
    public UserId id() {
        return author();
    }

    @Override
    public @Nullable String after() {
        UserId last = reached.last();
        return last == null ? null : last.value();
    }

    @Override
    public void write(ObjectNode json) {
        json.put("tick", work.tick()).put("shard", work.shard());
        if (reached.last() != null) {
            json.put("authors", reached.authors());
        }
    }

    private static Rebuild read(MessageFields fields) {
        OpenWork work = work(fields.integer("shard"), fields.number("tick"), fields.user("author"));
        UserId last = fields.after(UserId::new);
        Reached reached = last == null ? Reached.NOTHING : new Reached(fields.integer("authors"), last);
        return new Rebuild(work, reached, fields.history());
    }

    /** The progress of a rebuild: the number of authors that are reconciled, and the last of them by id; null: none. */
    public record Reached(long authors, @Nullable UserId last) {
        public static final Reached NOTHING = new Reached(0, null);

        public Reached then(UserId author) {
            return new Reached(authors + 1, author);
        }
    }
}
