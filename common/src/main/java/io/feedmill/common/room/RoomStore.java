package io.feedmill.common.room;

import java.util.Optional;

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
}
