package io.feedmill.worker.relay;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The sweep over the outbox.
 *
 * @param every the pause between two sweeps; a fifteenth of the lease on shards
 * @param accepted minimum time that new work may wait before its message is sent again, see {@link Patience}
 * @param stalled minimum time that work which has begun may stay without progress
 * @param maxBackoff maximum time between two resends of a message, unless the patience is longer
 */
@Validated
@ConfigurationProperties("feedmill.relay")
public record RelaySettings(
        @DefaultValue("2s") @DurationMin(nanos = 1) Duration every,
        @DefaultValue("10s") @DurationMin(nanos = 1) Duration accepted,
        @DefaultValue("60s") @DurationMin(nanos = 1) Duration stalled,
        @DefaultValue("10m") @DurationMin(nanos = 1) Duration maxBackoff) {}
