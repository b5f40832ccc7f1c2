package io.feedmill.stack.client;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The dead letters, by queue and reason.
 *
 * @param complete false if there are more than a call looks at
 * @param hidden about how many others another call has in hand
 */
public record DeadLetters(List<Group> items, boolean complete, long hidden) {

    public record Group(String queue, String reason, long count, Instant oldestAt, Duration oldestAge) {}
}
