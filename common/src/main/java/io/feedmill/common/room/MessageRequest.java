package io.feedmill.common.room;

import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.UserId;
import org.jspecify.annotations.Nullable;

/**
 * Which messages of a room are asked for: newest first, those of a span of time.
 *
 * @param user whose; null: everybody's
 * @param fromTick the first tick
 * @param toTick the first tick that is too late, above {@code fromTick}
 * @param after go on behind this message; null: the first page
 * @param limit 1 to 100
 */
public record MessageRequest(
        String room,
        @Nullable UserId user,
        long fromTick,
        long toTick,
        @Nullable MessageKey after,
        int limit) {

    /** The newest of everybody's messages. */
    public static MessageRequest newest(String room, int limit) {
        return new MessageRequest(room, null, 0, Long.MAX_VALUE, null, limit);
    }

    public MessageRequest by(UserId author) {
        return new MessageRequest(room, author, fromTick, toTick, after, limit);
    }

    public MessageRequest between(long from, long to) {
        return new MessageRequest(room, user, from, to, after, limit);
    }

    public MessageRequest after(@Nullable MessageKey message) {
        return new MessageRequest(room, user, fromTick, toTick, message, limit);
    }

    /** The range of the table's sort keys, or of the index's where everybody's messages are asked for. */
    KeyRange range() {
        return user == null ? MessageKey.ofEverybody(fromTick, toTick) : MessageKey.ofUser(user, fromTick, toTick);
    }
}
