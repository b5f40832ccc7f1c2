package io.feedmill.stack.load;

import java.util.List;

/** Percentiles by the nearest rank: what they say was measured, and is no mean of two. */
public final class NearestRank {
    private NearestRank() {}

    /**
     * What that share of them does not exceed.
     *
     * @param ascending at least one
     * @param share 0 to 1; 0.5 for the median
     */
    public static <T> T of(List<T> ascending, double share) {
        int rank = (int) Math.ceil(share * ascending.size());
        return ascending.get(Math.max(rank, 1) - 1);
    }
}
