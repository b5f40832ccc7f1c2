package io.feedmill.api.room;

import io.feedmill.common.room.RoomShards;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.rooms}.
 *
 * @param shards the number of partitions of a new room; default 4. Existing rooms keep theirs
 */
@ConfigurationProperties("feedmill.rooms")
public record RoomSettings(@DefaultValue("4") int shards) {

    public RoomSettings {
        if (shards < 1 || shards > RoomShards.MAX) {
            throw new IllegalArgumentException(
                    "feedmill.rooms.shards must be 1 to " + RoomShards.MAX + ", not " + shards);
        }
    }
}
