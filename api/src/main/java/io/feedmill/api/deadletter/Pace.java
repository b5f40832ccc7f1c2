package io.feedmill.api.deadletter;

import java.time.Duration;

/** When the next letters may go, if so many may go in a second. What was not used is not made up for. For one thread. */
final class Pace {
    private final long nanosEach;
    private long due;

    /** @param now the first may go at once */
    Pace(int rate, long now) {
        this.nanosEach = Duration.ofSeconds(1).dividedBy(rate).toNanos();
        this.due = now;
    }

    long due() {
        return due;
    }

    /** So many went. */
    void went(int letters, long now) {
        due = Math.max(due, now) + letters * nanosEach;
    }
}
