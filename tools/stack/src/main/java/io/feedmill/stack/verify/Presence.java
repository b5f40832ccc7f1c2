package io.feedmill.stack.verify;

/** Whether a follower has a post. */
public enum Presence {
    /** Followed before the post and ever since. */
    MUST,
    /** Came or went while the post was delivered, or later: a message that is delivered late settles it anew. */
    MAY,
    /** Did not follow before the post, nor ever since. */
    MUST_NOT
}
