package io.feedmill.api.deadletter;

import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Settings {@code feedmill.dead-letters}: how much one call may look at.
 *
 * @param longestCall after so much time a call takes no more letters; 5 to 60 s, default 20 s
 * @param maxHeld so many letters of a queue may be hidden from others while a call goes on; at most 100,000, because SQS has a limit
 *     of 120,000; default 10,000
 */
@ConfigurationProperties("feedmill.dead-letters")
public record DeadLetterSettings(
        @DefaultValue("20s") Duration longestCall,
        @DefaultValue("10000") int maxHeld) {
    private static final Duration MIN_CALL = Duration.ofSeconds(5);
    private static final Duration MAX_CALL = Duration.ofMinutes(1);
    private static final int MAX_HELD = 100_000;

    /** What a call may take beyond its time: the requests that it has begun, and putting back. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    public DeadLetterSettings {
        if (longestCall.compareTo(MIN_CALL) < 0 || longestCall.compareTo(MAX_CALL) > 0) {
            throw new IllegalArgumentException("feedmill.dead-letters.longest-call must be 5 to 60 s");
        }
        if (maxHeld < 1 || maxHeld > MAX_HELD) {
            throw new IllegalArgumentException("feedmill.dead-letters.max-held must be 1 to 100,000");
        }
    }

    /** For how long a letter that was taken stays hidden if the process dies: no letter comes twice in one call. */
    Duration hidden() {
        return longestCall.plus(MARGIN);
    }
}
