package io.feedmill.common.storage;

/** Who goes first where writes must wait for each other. */
public enum Lane {
    /** Writes that somebody would miss soon, and of which there are few: jobs that fit into one slice. */
    EXPRESS,
    /** Writes that come in great numbers: slices, imports, repairs. A share of what goes through is always theirs. */
    BULK
}
