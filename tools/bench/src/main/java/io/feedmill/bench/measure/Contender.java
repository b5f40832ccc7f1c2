package io.feedmill.bench.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.function.Supplier;

/**
 * One way to do a scenario's job. Its data is set up before its first round and stays until its last.
 *
 * @param name the name in tables, unique in its scenario
 * @param job does the job once and returns the measured values
 */
public record Contender(String name, Role role, Supplier<Sample> job) {
    /** The name of Feedmill where a scenario has only one. */
    public static final String FEEDMILL = "Feedmill";

    /** The part in a comparison, in the order of a table's rows. */
    public enum Role {
        /** The bare calls: nothing that makes them can be faster. */
        @JsonProperty("limit")
        LIMIT,
        @JsonProperty("ours")
        OURS,
        /** A way in which people do the job today. */
        @JsonProperty("peer")
        PEER
    }

    public static Contender limit(String name, Supplier<Sample> job) {
        return new Contender(name, Role.LIMIT, job);
    }

    public static Contender ours(String name, Supplier<Sample> job) {
        return new Contender(name, Role.OURS, job);
    }

    public static Contender peer(String name, Supplier<Sample> job) {
        return new Contender(name, Role.PEER, job);
    }

    /** Does the job once. */
    public Sample run() {
        return job.get();
    }
}
