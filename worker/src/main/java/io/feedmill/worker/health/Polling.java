package io.feedmill.worker.health;

/** How many messages may be polled, the fewest first. */
public enum Polling {
    /** None: a dependency is unavailable. */
    NONE,
    /** One message, to probe a dependency. */
    ONE,
    /** Up to the concurrency. */
    ALL
}
