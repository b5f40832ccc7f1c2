package io.feedmill.stack.verify;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * The follows and unfollows of one user and one author, in order; each one begins after the one before it is settled.
 *
 * @param initially whether the user followed before all changes
 */
public record Timeline(boolean initially, List<Change> changes) {

    public Timeline {
        changes = List.copyOf(changes);
    }

    /** The expectation of a post in a follower's home feed. */
    public enum Presence {
        /** Followed before the post and ever since. */
        MUST,
        /** Followed or unfollowed during delivery or later: a message that is delivered late reads the follows again. */
        MAY,
        /** Did not follow before the post, nor ever since. */
        MUST_NOT
    }

    /**
     * A user followed or unfollowed an author.
     *
     * @param follows true: follows from then on; false: does not
     * @param settled when it holds for certain, since the run began
     */
    public record Change(boolean follows, Duration settled) {
        /** The time of a change that was never answered. */
        public static final Duration NEVER = ChronoUnit.FOREVER.getDuration();
    }

    /**
     * Returns whether the user has a post of the author that was first sent at the time, since the run began. Only changes settled by then
     * are certain, and only while none follows: a slice is delivered at least once, each time to those who follow then.
     */
    public Presence of(Duration published) {
        boolean follows = initially;
        for (Change change : changes) {
            if (change.settled().compareTo(published) >= 0) {
                return Presence.MAY;
            }
            follows = change.follows();
        }
        return follows ? Presence.MUST : Presence.MUST_NOT;
    }

    /** Returns whether the user follows once all changes are settled. */
    public boolean follows() {
        return changes.isEmpty() ? initially : changes.getLast().follows();
    }

    /** Returns whether {@link #follows} is certain. */
    public boolean isSettled() {
        return changes.isEmpty() || !changes.getLast().settled().equals(Change.NEVER);
    }
}
