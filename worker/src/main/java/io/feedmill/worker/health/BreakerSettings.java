package io.feedmill.worker.health;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The circuit breakers of the dependencies. Only calls without an answer are failures; throttles and refusals are not.
 *
 * @param failureRate percentage of failed calls at which a breaker opens; 1 to 100
 * @param window number of last calls that count
 * @param minimumCalls minimum number of calls; at most the window
 * @param open how long polling pauses before a probe
 */
@ConfigurationProperties("feedmill.breaker")
public record BreakerSettings(
        @DefaultValue("50") int failureRate,
        @DefaultValue("20") int window,
        @DefaultValue("10") int minimumCalls,
        @DefaultValue("5s") Duration open) {

    public BreakerSettings {
        require(failureRate >= 1 && failureRate <= 100, "failure-rate must be 1 to 100");
        require(window >= 1, "window must be at least 1");
        require(minimumCalls >= 1 && minimumCalls <= window, "minimum-calls must be 1 to the window");
        require(open.toMillis() >= 1, "open must be at least 1 ms");
    }

    private static void require(boolean condition, String sentence) {
        if (!condition) {
            throw new IllegalArgumentException("feedmill.breaker." + sentence);
        }
    }
}
