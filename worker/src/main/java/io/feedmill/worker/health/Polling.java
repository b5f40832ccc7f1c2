package io.feedmill.worker.health;

/** How much may be received now, the least first. */
public enum Polling {
    /** Nothing: a dependency does not answer. */
    NONE,
    /** One message, as a probe: a dependency may answer again. */
    ONE,
    /** As much as there is room for. */
    ALL
}
