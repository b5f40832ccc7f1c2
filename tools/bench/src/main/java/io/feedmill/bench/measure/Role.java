package io.feedmill.bench.measure;

/** What a contender is there for. */
public enum Role {
    /** The bare calls, which nothing that makes them can be faster than. */
    LIMIT,
    OURS,
    /** A way in which people do the job today. */
    PEER
}
