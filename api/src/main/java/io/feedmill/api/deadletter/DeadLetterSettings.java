package io.feedmill.api.deadletter;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.dead-letters}: limits of one call.
 *
 * @param longestCall the time after which a call receives no more messages; 5 to 60 s, default 20 s
 * @param maxHeld the maximum number of messages of a queue that a call hides from other receivers; up to 100,000, because
 *     SQS allows 120,000 in flight; default 10,000
 */
@ConfigurationProperties("feedmill.dead-letters")
public record DeadLetterSettings(
        @DefaultValue("20s") Duration longestCall,
        @DefaultValue("10000") int maxHeld) {
    private static final Duration MIN_CALL = Duration.ofSeconds(5);
    private static final Duration MAX_CALL = Duration.ofMinutes(1);
    private static final int MAX_HELD = 100_000;

    /** Time for the requests in flight and for releasing messages after the end of a call. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    public DeadLetterSettings {
        if (longestCall.compareTo(MIN_CALL) < 0 || longestCall.compareTo(MAX_CALL) > 0) {
            throw new IllegalArgumentException("feedmill.dead-letters.longest-call must be 5 to 60 s");
        }
        if (maxHeld < 1 || maxHeld > MAX_HELD) {
            throw new IllegalArgumentException("feedmill.dead-letters.max-held must be 1 to 100,000");
        }
    }

    /** Returns the visibility timeout of received messages: longer than a call, so that no message is received twice in it. */
    Duration hidden() {
        return longestCall.plus(MARGIN);
    }
}
