package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonProperty;

/** One way to do a scenario's job. Its data is set up before its first round and stays until its last. */
public interface Contender {

    /** The contender's part in a comparison, in the order of a table's rows. */
    enum Role {
        /** The bare calls: nothing that makes them can be faster. */
        @JsonProperty("limit")
        LIMIT,
        @JsonProperty("ours")
        OURS,
        /** A way in which people do the job today. */
        @JsonProperty("peer")
        PEER
    }

    /** Returns the name for tables, unique in its scenario. */
    String name();

    Role role();

    /** Does the job once, from beginning to end, and returns the measured values. */
    Sample run();
}
