package io.feedmill.api.room;

import io.feedmill.common.room.RoomStore.RoomShards;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.rooms}.
 *
 * @param shards partitions of a new room, 1 to 64; existing rooms keep theirs
 * @param retention how long a message can be read, 1 to 3,650 days; stored messages keep theirs
 */
@Validated
@ConfigurationProperties("feedmill.rooms")
public record RoomSettings(
        @DefaultValue("4") @Min(1) @Max(RoomShards.MAX) int shards,

        @DefaultValue("90d") @DurationMin(days = 1) @DurationMax(days = 3_650)
        Duration retention) {}
