package io.feedmill.common.reaction;

import io.feedmill.common.key.ReactionKey;

/** Reactions, one for a post, a kind and a user. The marker and its count change in one transaction. Thread-safe. */
public interface ReactionStore {

    /** Whether it is new: false, and nothing counted, where it was there. */
    boolean add(ReactionKey reaction);

    /** Whether it was there: false, and nothing counted, where it was not. */
    boolean remove(ReactionKey reaction);
}
