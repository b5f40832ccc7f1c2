package io.feedmill.simulation;

import java.util.Map;
import java.util.TreeMap;

/** How often the sequences reached what. Of one thread. */
public final class Reached {
    private final Map<String, Map<String, Long>> counts = new TreeMap<>();

    void count(String kind, String what) {
        add(kind, what, 1);
    }

    void add(String kind, String what, long times) {
        counts.computeIfAbsent(kind, none -> new TreeMap<>()).merge(what, times, Long::sum);
    }

    /** Returns the counts, by kind and by name. */
    public Map<String, Map<String, Long>> counts() {
        return counts;
    }

    /** Adds those of another. */
    public void addAll(Reached other) {
        other.counts.forEach((kind, all) -> all.forEach((what, times) -> add(kind, what, times)));
    }
}
