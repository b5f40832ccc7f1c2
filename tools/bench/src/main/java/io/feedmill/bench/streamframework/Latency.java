package io.feedmill.bench.streamframework;

import io.feedmill.stack.load.Figures;
import java.util.List;

/**
 * Pages that were read, one after the other.
 *
 * @param items on all pages
 * @param nanos what each page took; ascending here, whatever order they come in
 */
public record Latency(long items, List<Long> nanos) {

    public Latency {
        if (nanos.isEmpty()) {
            throw new IllegalArgumentException("no pages");
        }
        nanos = nanos.stream().sorted().toList();
    }

    /** The time within which that share of the pages came, from 0 to 1. */
    public double millis(double share) {
        return Figures.nearestRank(nanos, share) / 1e6;
    }

    public double itemsPerPage() {
        return (double) items / nanos.size();
    }
}
