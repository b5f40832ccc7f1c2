package io.feedmill.common.post;

import io.feedmill.common.key.UserId;
import java.util.Collections;
import java.util.SortedSet;
import java.util.TreeSet;

/** Who may read a post. Its author always may. */
public sealed interface Audience {
    /** How many users a list has at most. */
    int MAX_USERS = 100;

    /** What a post has that says nothing about it. */
    record Everyone() implements Audience {}

    /** Who follows the author when they read. */
    record Followers() implements Audience {}

    /** These, whoever follows. None: the author alone. */
    record Users(SortedSet<UserId> users) implements Audience {

        /**
         * Checks the list.
         *
         * @throws IllegalArgumentException if it has more than {@link #MAX_USERS}
         */
        public Users {
            if (users.size() > MAX_USERS) {
                throw new IllegalArgumentException("at most " + MAX_USERS + " users, not " + users.size());
            }
            users = Collections.unmodifiableSortedSet(new TreeSet<>(users));
        }
    }

    /** Not everybody: all that a row of a home feed says. The author's feed knows who. */
    record Limited() implements Audience {}

    /** Everybody, also who does not say who they are. */
    static Audience everyone() {
        return new Everyone();
    }

    /** Whether everybody may read it. */
    default boolean isEveryone() {
        return this instanceof Everyone;
    }

    /** Whether whoever follows the author gets it into the home feed; a list's user has to follow, too. */
    default boolean admits(UserId follower) {
        return !(this instanceof Users list) || list.users().contains(follower);
    }
}
