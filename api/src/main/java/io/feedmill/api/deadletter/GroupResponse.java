package io.feedmill.api.deadletter;

import io.feedmill.api.time.Iso;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * The dead letters of one queue that have one reason.
 *
 * @param oldestAt as {@link Iso} writes it
 * @param oldestAge ISO 8601, whole seconds
 */
record GroupResponse(String queue, String reason, int count, String oldestAt, String oldestAge) {

    static GroupResponse of(String queue, String reason, int count, Instant oldest, Instant now) {
        Duration age = oldest.isAfter(now) ? Duration.ZERO : Duration.between(oldest, now);
        return new GroupResponse(
                queue,
                reason,
                count,
                Iso.format(oldest),
                age.truncatedTo(ChronoUnit.SECONDS).toString());
    }
}
