package io.feedmill.common.post;

import io.feedmill.common.key.UserId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** The permissions of a post: who may read it. The author always may. */
public sealed interface Audience {
    int MAX_USERS = 100;

    /** Every user, also one without an id. The default. */
    record Everyone() implements Audience {}

    /** The users who follow the author when they read. */
    record Followers() implements Audience {}

    /** These users, with or without a follow. Empty: the author alone. */
    record Users(SortedSet<UserId> users) implements Audience {

        /** Throws an {@link IllegalArgumentException} if it has more than {@link #MAX_USERS}. */
        public Users {
            if (users.size() > MAX_USERS) {
                throw new IllegalArgumentException(
                        "An audience has up to " + MAX_USERS + " users, not " + users.size());
            }
            users = Collections.unmodifiableSortedSet(new TreeSet<>(users));
        }
    }

    static Audience everyone() {
        return new Everyone();
    }

    /** The author alone. */
    static Audience nobody() {
        return new Users(Collections.emptySortedSet());
    }

    default boolean isEveryone() {
        return this instanceof Everyone;
    }

    /** Whether every reader whom the other audience surely admits may read it, so that a change to it takes the post from nobody. */
    default boolean includes(Audience other) {
        return isEveryone()
                || equals(other)
                || (other instanceof Users some
                        && (some.users().isEmpty()
                                || (this instanceof Users all && all.users().containsAll(some.users()))));
    }

    /** Whether this follower of the author gets the post into the home feed. */
    default boolean admits(UserId follower) {
        return !(this instanceof Users list) || list.users().contains(follower);
    }
}
