package io.feedmill.common.breaker;

import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The circuit breakers of the dependencies. Calls without an answer are failures; throttles and refusals are not.
 *
 * @param window number of last calls that count
 * @param minimumCalls minimum number of calls; at most the window
 * @param slowCall a call that takes longer is slow, except a poll; {@code 5s} in the profile {@code local}
 * @param open how long it stays open before a probe
 */
@Validated
@ConfigurationProperties("feedmill.breaker")
public record BreakerSettings(
        @DefaultValue("20") @Min(1) int window,
        @DefaultValue("10") @Min(1) int minimumCalls,
        @DefaultValue("500ms") @DurationMin(millis = 1) Duration slowCall,
        @DefaultValue("5s") @DurationMin(millis = 1) Duration open) {

    public BreakerSettings {
        if (window >= 1 && minimumCalls > window) {
            throw new IllegalArgumentException("feedmill.breaker.minimum-calls must be at most the window");
        }
    }
}
