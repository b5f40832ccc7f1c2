package io.feedmill.api.deadletter;

import java.time.Duration;

/**
 * The limits of one call.
 *
 * @param maxCall the time after which a call receives no more messages
 * @param maxHeld the maximum number of messages of a queue that a call hides from other receivers; SQS allows 120,000 in flight
 */
record DeadLetterLimits(Duration maxCall, int maxHeld) {
    static final DeadLetterLimits STANDARD = new DeadLetterLimits(Duration.ofSeconds(20), 10_000);

    /** Time for the requests in flight and for releasing messages after the end of a call. */
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** Returns the visibility timeout of received messages: longer than a call, so that no message is received twice in it. */
    Duration hidden() {
        return maxCall.plus(MARGIN);
    }
}
