package io.feedmill.bench.measure;

import java.util.Map;
import java.util.function.Supplier;

/** One way to do a scenario's job, from its set-up to its last turn. Each turn does the same number of deliveries or calls, and returns what it measured. */
public record Contender(String name, Role role, Supplier<Map<Metric, Double>> job) {
    /** The name of Feedmill where a scenario has only one. */
    public static final String FEEDMILL = "Feedmill";

    /** The part in a comparison, in the order of a table's rows. */
    public enum Role {
        /** The bare calls: nothing that makes them can be faster. */
        LIMIT,
        OURS,
        /** A way in which people do the job today. */
        PEER
    }

    public static Contender limit(String name, Supplier<Map<Metric, Double>> job) {
        return new Contender(name, Role.LIMIT, job);
    }

    public static Contender ours(String name, Supplier<Map<Metric, Double>> job) {
        return new Contender(name, Role.OURS, job);
    }

    public static Contender peer(String name, Supplier<Map<Metric, Double>> job) {
        return new Contender(name, Role.PEER, job);
    }

    /** Takes a turn. */
    public Map<Metric, Double> run() {
        return job.get();
    }
}
