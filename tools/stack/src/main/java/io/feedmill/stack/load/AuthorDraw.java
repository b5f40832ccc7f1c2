package io.feedmill.stack.load;

import io.feedmill.stack.graph.FollowGraph;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

/** Draws authors in proportion to their followers; the same seed draws the same ones. */
public final class AuthorDraw {

    private final FollowGraph graph;
    private final long[] upTo;

    /** The graph must have a follow. */
    public AuthorDraw(FollowGraph graph) {
        this.graph = graph;
        this.upTo =
                IntStream.range(0, graph.size()).mapToLong(graph::followersOf).toArray();
        Arrays.parallelPrefix(upTo, Long::sum);
    }

    /** So many authors, some of them repeatedly; the largest is always among them, at a random place. */
    int[] draw(int count, long seed) {
        Random random = new Random(seed);
        int[] authors = IntStream.generate(() -> draw(random)).limit(count).toArray();
        int largest = graph.largestAuthor();
        if (count > 0 && Arrays.stream(authors).noneMatch(author -> author == largest)) {
            authors[random.nextInt(count)] = largest;
        }
        return authors;
    }

    /** One author. */
    public int draw(Random random) {
        long ticket = random.nextLong(upTo[upTo.length - 1]);
        int low = 0;
        int high = upTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (upTo[middle] > ticket) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
