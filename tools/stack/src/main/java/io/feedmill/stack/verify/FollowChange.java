package io.feedmill.stack.verify;

import java.time.Duration;
import java.time.temporal.ChronoUnit;

/**
 * A user followed or unfollowed an author.
 *
 * @param follows true: follows from then on; false: does not
 * @param settled when it holds for certain, since the run began
 */
public record FollowChange(boolean follows, Duration settled) {

    /** Of a change of which nobody knows whether and when it came about. */
    public static final Duration NEVER = ChronoUnit.FOREVER.getDuration();
}
