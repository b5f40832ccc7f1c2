package io.feedmill.stack.graph;

import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Generates a graph in which few authors have many followers: the author of rank r has {@code largest / r^exponent} of them, rounded down, drawn evenly
 * from all others. The same numbers make the same graph on every machine. Users are named {@code user-00001} and on, by rank.
 *
 * @param largest followers of the first author; fewer than {@code users}
 */
public record GraphGenerator(int users, int largest, double exponent, long seed) {

    /** The demo's: 3,000 users, about 14,000 follows. */
    public static final GraphGenerator DEFAULT = new GraphGenerator(3_000, 2_500, 1.1, 20_260_101);

    public GraphGenerator {
        if (users < 2 || largest < 1 || largest >= users) {
            throw new IllegalArgumentException("%d followers of %d users".formatted(largest, users));
        }
    }

    public FollowGraph generate() {
        FollowGraph.Builder graph = new FollowGraph.Builder();
        IntStream.rangeClosed(1, users).forEach(rank -> graph.user(String.format(Locale.ROOT, "user-%05d", rank)));
        Random random = new Random(seed);
        int[] deck = IntStream.range(0, users).toArray();
        for (int author = 0; author < users && followers(author) > 0; author++) {
            deal(graph, author, deck, random);
        }
        return graph.build();
    }

    private int followers(int author) {
        return (int) (largest / Math.pow(author + 1, exponent));
    }

    /** Shuffles only the drawn part; a draw of the author is repeated from the rest. */
    private void deal(FollowGraph.Builder graph, int author, int[] deck, Random random) {
        int missing = followers(author);
        for (int i = 0; missing > 0; i++) {
            int j = i + random.nextInt(deck.length - i);
            int follower = deck[j];
            deck[j] = deck[i];
            deck[i] = follower;
            if (follower != author) {
                graph.follow(follower, author);
                missing--;
            }
        }
    }
}
