package io.feedmill.api.room;

import io.feedmill.common.room.RoomShards;

/**
 * How a room is spread.
 *
 * @param shards over so many partitions what is written now
 * @param partitions so many are read: the greatest number of shards that the room ever had
 */
record RoomResponse(String room, int shards, int partitions) {

    static RoomResponse of(String room, RoomShards shards) {
        return new RoomResponse(room, shards.current(), shards.most());
    }
}
