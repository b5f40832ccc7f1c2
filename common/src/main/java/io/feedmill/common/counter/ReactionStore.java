package io.feedmill.common.counter;

import io.feedmill.common.key.ReactionKey;

/** Reactions, one for a post, a kind and a user. The marker and its count change in one transaction. Thread-safe. */
public interface ReactionStore {

    /** Adds the reaction. Returns false, and counts nothing, if it existed. */
    boolean add(ReactionKey reaction);

    /** Removes the reaction. Returns false, and counts nothing, if it was absent. */
    boolean remove(ReactionKey reaction);
}
