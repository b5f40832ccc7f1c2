package io.feedmill.worker.listen;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What is watched of the queues.
 *
 * @param poller how long a poller may give no sign of life before the process counts as broken; at least 2 min, so that handlers which take all
 *     their time, and the poll after them, are no reason
 * @param queues how often the messages in the queues are counted
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
