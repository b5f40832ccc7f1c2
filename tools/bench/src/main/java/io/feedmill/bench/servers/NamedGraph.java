package io.feedmill.bench.servers;

import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.stack.graph.EdgeListReader;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A graph of follows, in memory.
 *
 * @param name the name in tables: it tells a generated graph from the real one
 */
public record NamedGraph(String name, FollowGraph graph) {

    /** As many users as the Facebook graph, as many follows within 1 %, and as many followers of the first user. */
    private static final GraphGenerator LIKE_FACEBOOK = new GraphGenerator(4_039, 1_045, 0.4526, 20_260_101);

    private static final GraphGenerator SMALL = new GraphGenerator(1_000, 500, 0.4526, 20_260_101);

    /**
     * Reads the friendships of {@code facebook_combined.txt.gz} from the
     * <a href="https://snap.stanford.edu/data/ego-Facebook.html">Stanford collection</a>, each in both directions. Generates a graph of the same
     * size if the file is null.
     */
    public static NamedGraph facebook(@Nullable Path file) {
        return file == null
                ? new NamedGraph("a generated graph of the Facebook graph's size", LIKE_FACEBOOK.generate())
                : new NamedGraph("the graph of " + file.getFileName(), EdgeListReader.read(file, true));
    }

    /** Generates a graph that is imported in seconds. */
    public static NamedGraph small() {
        return new NamedGraph("a small generated graph", SMALL.generate());
    }

    /** Returns posts by the authors with the most followers, who take turns. */
    public Posts postsOfMostFollowed(int authors, int each) {
        List<Integer> largest = IntStream.range(0, graph.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(graph::followersOf).reversed())
                .limit(authors)
                .toList();
        List<String> ids = largest.stream().map(graph::id).toList();
        return new Posts(
                Collections.nCopies(each, ids).stream().flatMap(List::stream).toList(),
                (long) each * largest.stream().mapToInt(graph::followersOf).sum());
    }
}
