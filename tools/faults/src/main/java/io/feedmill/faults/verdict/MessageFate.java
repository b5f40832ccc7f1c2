package io.feedmill.faults.verdict;

import java.time.Duration;
import java.util.List;

/**
 * What becomes of a message that was received.
 *
 * @param keptBack how long it is kept back; zero: not at all
 * @param copies when it comes again, each counted from now
 */
public record MessageFate(Duration keptBack, List<Duration> copies) {
    /** Nothing. */
    public static final MessageFate DELIVERED = new MessageFate(Duration.ZERO, List.of());

    public boolean isKeptBack() {
        return keptBack.isPositive();
    }
}
