package io.feedmill.api.deadletter;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.Duration;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * Settings {@code feedmill.dead-letters}: limits of one call.
 *
 * @param maxCall the time after which a call receives no more messages; 5 to 60 s, default 20 s
 * @param maxHeld the maximum number of messages of a queue that a call hides from other receivers; up to 100,000, because
 *     SQS allows 120,000 in flight; default 10,000
 */
@Validated
@ConfigurationProperties("feedmill.dead-letters")
public record DeadLetterSettings(
        @DefaultValue("20s") @DurationMin(seconds = 5) @DurationMax(seconds = 60)
        Duration maxCall,

        @DefaultValue("10000") @Min(1) @Max(100_000) int maxHeld) {
    /** Time for the requests in flight and for releasing messages after the end of a call. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** Returns the visibility timeout of received messages: longer than a call, so that no message is received twice in it. */
    Duration hidden() {
        return maxCall.plus(MARGIN);
    }
}
