package io.feedmill.stack.verify;

import java.time.Duration;
import java.util.List;

/**
 * The follows and unfollows of one user and one author, in order, none begun before the one before it is settled.
 *
 * @param initially whether the user followed before all changes
 */
public record Timeline(boolean initially, List<FollowChange> changes) {

    public Timeline {
        changes = List.copyOf(changes);
    }

    /**
     * Whether the user has a post of the author's that was first sent at the time, since the run began. Only what was settled by then is
     * certain, and only while nothing changes afterwards: a slice is delivered at least once, and each time to those who follow then.
     */
    public Presence of(Duration published) {
        boolean follows = initially;
        for (FollowChange change : changes) {
            if (change.settled().compareTo(published) >= 0) {
                return Presence.MAY;
            }
            follows = change.follows();
        }
        return follows ? Presence.MUST : Presence.MUST_NOT;
    }

    /** Whether the user follows once all changes are settled. */
    public boolean follows() {
        return changes.isEmpty() ? initially : changes.getLast().follows();
    }

    /** Whether {@link #follows} is certain. */
    public boolean isSettled() {
        return changes.isEmpty() || !changes.getLast().settled().equals(FollowChange.NEVER);
    }
}
