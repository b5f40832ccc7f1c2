package io.feedmill.stack.graph;

import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * One author whom every fan follows, and many small ones, each followed by some fans by chance. The same numbers make the same graph.
 *
 * @param followers of each small author; at most as many as there are fans
 */
public record CelebrityGraph(int fans, int smallAuthors, int followers, long seed) {

    public static final String CELEBRITY = "celebrity";

    public CelebrityGraph {
        if (fans < 1 || smallAuthors < 1 || followers < 1 || followers > fans) {
            throw new IllegalArgumentException("%d followers of %d fans".formatted(followers, fans));
        }
    }

    /** The name of the small author of that number, from 0. */
    public static String small(int number) {
        return String.format(Locale.ROOT, "small-%04d", number);
    }

    public FollowGraph generate() {
        FollowGraph.Builder graph = new FollowGraph.Builder();
        int celebrity = graph.user(CELEBRITY);
        int[] small = IntStream.range(0, smallAuthors)
                .map(number -> graph.user(small(number)))
                .toArray();
        int[] all = IntStream.range(0, fans)
                .map(fan -> graph.user(String.format(Locale.ROOT, "fan-%06d", fan)))
                .toArray();
        IntStream.of(all).forEach(fan -> graph.follow(fan, celebrity));
        Random random = new Random(seed);
        for (int author : small) {
            random.ints(0, fans).distinct().limit(followers).forEach(fan -> graph.follow(all[fan], author));
        }
        return graph.build();
    }
}
