package io.feedmill.worker.relay;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The sweep over the outbox.
 *
 * @param every the pause between two sweeps
 * @param accepted how long a job may stay {@code ACCEPTED} before its plan is sent again
 * @param stalled how long any other job may stay without progress
 * @param longestBackoff maximum time between two resends of a plan
 */
@ConfigurationProperties("feedmill.relay")
public record RelaySettings(
        @DefaultValue("5s") Duration every,
        @DefaultValue("10s") Duration accepted,
        @DefaultValue("60s") Duration stalled,
        @DefaultValue("10m") Duration longestBackoff) {

    public RelaySettings {
        require(every, "every");
        require(accepted, "accepted");
        require(stalled, "stalled");
        require(longestBackoff, "longest-backoff");
    }

    private static void require(Duration value, String name) {
        if (!value.isPositive()) {
            throw new IllegalArgumentException("feedmill.relay." + name + " must be positive, not " + value);
        }
    }
}
