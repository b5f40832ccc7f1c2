package io.feedmill.bench.workload;

import io.feedmill.bench.stack.Posts;
import io.feedmill.stack.graph.EdgeListReader;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Friendships of 4,039 users, each taken both ways: {@code facebook_combined.txt.gz} of the
 * <a href="https://snap.stanford.edu/data/ego-Facebook.html">Stanford collection</a>.
 *
 * @param name what tables call it, so that nobody takes a generated graph for the real one
 */
public record FacebookGraph(String name, FollowGraph graph) {

    /** As many users, as many follows within one in a hundred, and as many followers of the first. */
    private static final GraphGenerator LIKE_IT = new GraphGenerator(4_039, 1_045, 0.4526, 20_260_101);

    /** The graph in the file, undirected; without a file one of the same size, which the demo's generator makes. */
    public static FacebookGraph of(@Nullable Path file) {
        return file == null
                ? new FacebookGraph("a generated graph of the Facebook graph's size", LIKE_IT.generate())
                : new FacebookGraph("the graph of " + file.getFileName(), EdgeListReader.read(file, true));
    }

    /** The authors with the most followers, the most followed first; of those with as many the lower number. */
    public List<String> mostFollowed(int authors) {
        return IntStream.range(0, graph.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(graph::followersOf).reversed())
                .limit(authors)
                .map(graph::id)
                .toList();
    }

    /** So many posts by each of the most followed. */
    public Posts posts(int authors, int each) {
        List<String> most = mostFollowed(authors);
        List<String> all =
                IntStream.range(0, each).boxed().flatMap(post -> most.stream()).toList();
        return new Posts(
                all,
                all.stream()
                        .mapToLong(author -> graph.followersOf(graph.user(author)))
                        .sum());
    }
}
