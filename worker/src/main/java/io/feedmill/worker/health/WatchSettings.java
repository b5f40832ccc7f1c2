package io.feedmill.worker.health;

import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The monitoring of pollers and queues.
 *
 * @param poller how long a poller may give no sign of life before liveness fails; at least 2 min, which is longer than a handler and the poll
 *     after it may take
 * @param queues the pause between two counts of the messages in the queues
 */
@Validated
@ConfigurationProperties("feedmill.watch")
public record WatchSettings(
        @DefaultValue("3m") @DurationMin(minutes = 2) Duration poller,
        @DefaultValue("60s") @DurationMin(nanos = 1) Duration queues) {}
