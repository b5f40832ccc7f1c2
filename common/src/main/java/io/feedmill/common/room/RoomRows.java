package io.feedmill.common.room;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.MessageKey;
import io.feedmill.common.key.NumberedKey;
import io.feedmill.common.room.RoomStore.Message;
import io.feedmill.common.room.RoomStore.RoomShards;
import java.time.Instant;
import java.util.Collections;
import java.util.List;

/** The table {@code rooms}: {@code <room>-<shard>} has messages, {@code room:<room>} its counts of shards. The names never coincide. */
final class RoomRows {
    /** Messages of a room by time, of all users. */
    static final Index BY_TIME = Index.global("by_time");

    public static final Table TABLE = new Table("rooms", true, BY_TIME);

    private static final String ROOM = "room:";
    private static final String SHARDS = "shards";
    private static final String HAD = "had";
    private static final String TEXT = "text";

    private RoomRows() {}

    static Attributes message(Message message, int shards, Instant expires) {
        MessageKey key = message.key();
        NumberedKey partition = NumberedKey.of(message.room(), key.time(), shards);
        return position(partition, key).string(TEXT, message.text()).expires(expires);
    }

    /** The keys of a message in the table and in its index. */
    static Attributes position(NumberedKey partition, MessageKey key) {
        return Attributes.key(partition.value(), key.value()).string(BY_TIME.attribute(), key.reversed());
    }

    static Message message(String room, Row row) {
        return new Message(room, MessageKey.parse(row.sk()), row.string(TEXT));
    }

    static Attributes roomKey(String room) {
        return Attributes.key(ROOM + room, SHARDS);
    }

    static Attributes room(String room, int shards) {
        return Attributes.key(ROOM + room, SHARDS).number(SHARDS, shards).numbers(HAD, List.of(shards));
    }

    /** Adds a count to those that the room has had, on condition that it is new. */
    static Update spread(String room, int shards) {
        return new Update(
                TABLE,
                roomKey(room),
                "SET shards = :shards ADD had :had",
                "attribute_not_exists(shards) OR shards <> :shards",
                Attributes.of().number(":shards", shards).numbers(":had", List.of(shards)));
    }

    static RoomShards shards(Row row) {
        return new RoomShards((int) row.number(SHARDS), Collections.max(row.numbers(HAD)));
    }
}
