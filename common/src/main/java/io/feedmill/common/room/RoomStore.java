package io.feedmill.common.room;

import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.publish.KeyedRequest;
import io.feedmill.common.room.RoomStore.Message;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Messages of rooms, and the number of partitions of each room. Thread-safe. */
public interface RoomStore {

    /**
     * Stores the message; the same one again changes nothing.
     *
     * @param newRoomShards number of partitions of the room if this is its first message, 1 to {@link RoomShards#MAX}
     * @param expires when it ends: no page has it from then on
     */
    void post(Message message, int newRoomShards, Instant expires);

    /**
     * As {@link #post}, unless an earlier request of the user with this idempotency key was answered within the last 24 hours: then it returns the
     * message of that, which may be deleted by now; empty if the key belongs to a request that says something else.
     */
    Optional<Message> postOnce(String key, Message message, int newRoomShards, Instant expires);

    /** Deletes the message; returns false if it does not exist. Strongly consistent; an index has it a moment longer. */
    boolean delete(String room, MessageKey message);

    /**
     * A page from all of the room's partitions. A user's first page is strongly consistent, and so are further ones that may have messages of the
     * last 5 minutes. A page may be short or empty before the end. Messages of all users come from an index, which has them a moment after {@link #post} returned.
     */
    MessagePage page(MessageRequest request);

    /** Empty for a room without messages. Strongly consistent. */
    Optional<RoomShards> shards(String room);

    /**
     * Spreads new messages over this number of partitions, 1 to {@link RoomShards#MAX}. Messages stay where they are and are read there: the number
     * may be raised and lowered at any time.
     */
    RoomShards spread(String room, int shards);

    /** A message of a user in a room. */
    record Message(String room, MessageKey key, String text) {

        public UserId user() {
            return key.user();
        }

        public KeyedRequest keyed(String idempotencyKey) {
            return KeyedRequest.of(user(), idempotencyKey, "message", room, text);
        }
    }

    /**
     * Messages, newest first.
     *
     * @param next continues after this message; null at the end
     */
    record MessagePage(List<Message> messages, @Nullable MessageKey next) {}

    /**
     * A request for messages of a room in a span of time, newest first.
     *
     * @param user the author; null: all
     * @param fromTick the first tick
     * @param toTick the first tick after the span, above {@code fromTick}
     * @param after continues after this message; null: the first page
     * @param limit 1 to 100
     */
    record MessageRequest(
            String room,
            @Nullable UserId user,
            long fromTick,
            long toTick,
            @Nullable MessageKey after,
            int limit) {

        /** The newest messages of all users. */
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

        public MessageRequest limit(int messages) {
            return new MessageRequest(room, user, fromTick, toTick, after, messages);
        }

        /** The range of the table's sort keys, or of the index's for all users. */
        KeyRange range() {
            return user == null ? MessageKey.ofEverybody(fromTick, toTick) : MessageKey.ofUser(user, fromTick, toTick);
        }
    }

    /**
     * The number of partitions of a room.
     *
     * @param current for new messages
     * @param max the greatest number that it ever had: for reads
     */
    record RoomShards(int current, int max) {
        /** A page asks every partition. */
        public static final int MAX = 64;
    }
}
