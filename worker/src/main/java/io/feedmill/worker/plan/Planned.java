package io.feedmill.worker.plan;

import java.time.Duration;

/** How far a plan came. */
public sealed interface Planned {

    /** Nothing is left to plan, or nothing that is not somebody else's. */
    record Finished() implements Planned {}

    /** The job moved on under us: read it again. */
    record Overtaken() implements Planned {}

    /** Time or room for pending slices ran out: go on in a message of its own. */
    record Later(Duration delay) implements Planned {}
}
