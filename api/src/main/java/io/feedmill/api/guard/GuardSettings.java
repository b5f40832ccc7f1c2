package io.feedmill.api.guard;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.guard}: bulkhead and circuit breaker of the calls to the store. Only calls without an answer are
 * failures; throttles and refusals are not.
 *
 * @param maxWait how long a call waits for a connection before it is rejected; default 500 ms
 * @param failureRate percentage of failed calls at which the breaker opens; default 50
 * @param window number of last calls that count; default 100
 * @param minimumCalls minimum number of calls; at most the window; default 20
 * @param open how long all calls are rejected before a probe; default 2 s
 */
@Validated
@ConfigurationProperties("feedmill.guard")
public record GuardSettings(
        @DefaultValue("500ms") @DurationMin(millis = 0) @DurationMax(seconds = 5)
        Duration maxWait,

        @DefaultValue("50") @Min(1) @Max(100) int failureRate,
        @DefaultValue("100") @Min(1) int window,
        @DefaultValue("20") @Min(1) int minimumCalls,
        @DefaultValue("2s") @DurationMin(millis = 1) Duration open) {

    public GuardSettings {
        if (window >= 1 && minimumCalls > window) {
            throw new IllegalArgumentException("feedmill.guard.minimum-calls must be at most the window");
        }
    }
}
