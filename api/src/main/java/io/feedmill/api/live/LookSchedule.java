package io.feedmill.api.live;

import java.time.Duration;

/** When a live feed looks at its home feed, and when it reads the page anyway. Times are monotonic, in nanoseconds. Not thread-safe. */
final class LookSchedule {
    private static final long EVERY = Duration.ofSeconds(1).toNanos();
    /** A feed without an event for this time is looked at less often. */
    private static final long IDLE = Duration.ofMinutes(5).toNanos();

    private static final long EVERY_IDLE = Duration.ofSeconds(5).toNanos();
    /** The maximum age of the page: a look does not see edits of older posts, and new follows. */
    private static final long PAGE = Duration.ofSeconds(30).toNanos();

    private long lookedAt;
    private long readAt;
    private long movedAt;

    LookSchedule(long now) {
        this.lookedAt = now;
        this.readAt = now - PAGE;
        this.movedAt = now;
    }

    private long every(long now) {
        return now - movedAt >= IDLE ? EVERY_IDLE : EVERY;
    }

    /** Returns the time until the next look; not positive if it is due. */
    long untilLook(long now) {
        return lookedAt + every(now) - now;
    }

    /** Whether the page would be too old at the look after this one. */
    boolean isPageDue(long now) {
        return now + every(now) - readAt > PAGE;
    }

    void looked(long now) {
        lookedAt = now;
    }

    /** The page was read, by reads that began then. */
    void read(long began) {
        readAt = began;
    }

    /** The page has something new, or a client has come. */
    void moved(long now) {
        movedAt = now;
    }
}
