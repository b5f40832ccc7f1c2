package io.feedmill.worker.plan;

import java.time.Duration;

/** The result of planning. */
public sealed interface Planned {

    /** Nothing is left to plan for this worker. */
    record Finished() implements Planned {}

    /** Another worker changed the job: read it again. */
    record Overtaken() implements Planned {}

    /** The time ran out, or too many slices are pending: continue in a new message. */
    record Later(Duration delay) implements Planned {}
}
