package io.feedmill.worker.relay;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The sweep over the outbox.
 *
 * @param every the pause between two sweeps
 * @param accepted how long a job may stay {@code ACCEPTED} before its plan is sent again
 * @param stalled how long any other job may stay without progress
 * @param maxBackoff maximum time between two resends of a plan
 */
@Validated
@ConfigurationProperties("feedmill.relay")
public record RelaySettings(
        @DefaultValue("5s") @DurationMin(nanos = 1) Duration every,
        @DefaultValue("10s") @DurationMin(nanos = 1) Duration accepted,
        @DefaultValue("60s") @DurationMin(nanos = 1) Duration stalled,
        @DefaultValue("10m") @DurationMin(nanos = 1) Duration maxBackoff) {}
