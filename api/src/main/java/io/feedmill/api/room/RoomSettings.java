package io.feedmill.api.room;

import io.feedmill.common.room.RoomStore.RoomShards;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.rooms}.
 *
 * @param shards the number of partitions of a new room; default 4. Existing rooms keep theirs
 */
@Validated
@ConfigurationProperties("feedmill.rooms")
public record RoomSettings(
        @DefaultValue("4") @Min(1) @Max(RoomShards.MAX) int shards) {}
