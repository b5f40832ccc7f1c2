package io.feedmill.bench.workload;

import java.util.List;

/**
 * A network in which few have many followers: user r has {@code largest / r^exponent} of them, rounded down, so that the first has the
 * most. The same numbers make the same network.
 *
 * @param largest followers of the first user: everybody else
 * @param exponent above 0: how fast the others fall behind
 */
public record PowerLaw(int largest, double exponent, long seed) implements Network {
    /** The sizes of the first author's following at which growth is measured. */
    public static final List<Integer> SIZES = List.of(10, 100, 1_000, 10_000, 100_000, 1_000_000);

    /** The author whom everybody follows. */
    public static final int FIRST = 1;

    /** As the demo's graph falls. */
    private static final double EXPONENT = 1.1;

    public PowerLaw {
        if (largest < 1 || !(exponent > 0)) {
            throw new IllegalArgumentException("%d followers, exponent %s".formatted(largest, exponent));
        }
    }

    public static PowerLaw of(int largest) {
        return new PowerLaw(largest, EXPONENT, 1);
    }

    @Override
    public int users() {
        return largest + 1;
    }

    @Override
    public Following followersOf(int author) {
        int count = (int) (largest / Math.pow(author, exponent));
        return Following.draw(users(), author, count, seed + author);
    }
}
