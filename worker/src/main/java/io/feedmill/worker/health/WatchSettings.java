package io.feedmill.worker.health;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The monitoring of pollers and queues.
 *
 * @param poller how long a poller may give no sign of life before liveness fails; at least 2 min, which is longer than a handler and the poll
 *     after it may take
 * @param queues the pause between two counts of the messages in the queues
 */
@ConfigurationProperties("feedmill.watch")
public record WatchSettings(
        @DefaultValue("3m") Duration poller,
        @DefaultValue("15s") Duration queues) {
    private static final Duration MIN = Duration.ofMinutes(2);

    public WatchSettings {
        require(poller.compareTo(MIN) >= 0, "poller must be at least 2 min");
        require(queues.isPositive(), "queues must be positive");
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException("feedmill.watch." + sentence);
        }
    }
}
