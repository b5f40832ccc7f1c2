package io.feedmill.common.room;

import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.room.RoomStore.Message;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Messages of rooms, and over how many partitions each room is spread. Thread-safe. */
public interface RoomStore {

    /**
     * Stores the message; the same one again changes nothing.
     *
     * @param newRoomShards over how many partitions the room is spread if this is its first message, 1 to {@link RoomShards#MAX}
     */
    void post(Message message, int newRoomShards);

    /**
     * A page from all of the room's partitions. A user's first page is strongly consistent. Everybody's messages come from an index, which has them a
     * moment after {@link #post} returned.
     */
    MessagePage page(MessageRequest request);

    /** Empty for a room in which nobody said anything yet. Strongly consistent. */
    Optional<RoomShards> shards(String room);

    /**
     * Spreads what is written from now on over so many partitions, 1 to {@link RoomShards#MAX}. Messages stay where they are and are read there: the number
     * may be raised and lowered at any time.
     */
    RoomShards spread(String room, int shards);

    /** What a user said in a room, and when. */
    record Message(String room, MessageKey key, String text) {

        public UserId user() {
            return key.user();
        }
    }

    /**
     * Messages, newest first.
     *
     * @param next go on behind this message; null: there are no more.
     */
    record MessagePage(List<Message> messages, @Nullable MessageKey next) {}

    /**
     * Which messages of a room are asked for: newest first, those of a span of time.
     *
     * @param user whose; null: everybody's
     * @param fromTick the first tick
     * @param toTick the first tick that is too late, above {@code fromTick}
     * @param after go on behind this message; null: the first page
     * @param limit 1 to 100
     */
    record MessageRequest(
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

    /**
     * Over how many partitions a room is spread.
     *
     * @param current where messages are written now
     * @param most the greatest number it ever had: where they are read
     */
    record RoomShards(int current, int most) {
        /** A page asks every partition. */
        public static final int MAX = 64;
    }
}
