package io.feedmill.stack.verify;

import java.util.ArrayList;
import java.util.List;

/** Counts differences and keeps the first of them. Thread-safe. */
public final class Findings {

    private static final int KEPT = 20;

    private final List<Difference> first = new ArrayList<>();
    private long count;

    public synchronized void add(List<Difference> differences) {
        count += differences.size();
        differences.stream().limit(KEPT - first.size()).forEach(first::add);
    }

    public synchronized long count() {
        return count;
    }

    /** At most 20, in the order in which they were found. */
    public synchronized List<Difference> first() {
        return List.copyOf(first);
    }
}
