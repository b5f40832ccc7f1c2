package io.feedmill.bench.workload;

import io.feedmill.bench.stack.Posts;
import io.feedmill.stack.graph.EdgeListReader;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Who follows whom, in memory.
 *
 * @param name what tables call it, so that nobody takes a generated graph for the real one
 */
public record NamedGraph(String name, FollowGraph graph) {

    /** As many users as the Facebook graph, as many follows within one in a hundred, and as many followers of the first. */
    private static final GraphGenerator LIKE_FACEBOOK = new GraphGenerator(4_039, 1_045, 0.4526, 20_260_101);

    /**
     * Friendships of 4,039 users, each taken both ways: {@code facebook_combined.txt.gz} of the
     * <a href="https://snap.stanford.edu/data/ego-Facebook.html">Stanford collection</a>. Without a file one of the same size, which the demo's
     * generator makes.
     */
    public static NamedGraph facebook(@Nullable Path file) {
        return file == null
                ? new NamedGraph("a generated graph of the Facebook graph's size", LIKE_FACEBOOK.generate())
                : new NamedGraph("the graph of " + file.getFileName(), EdgeListReader.read(file, true));
    }

    /** A {@link PowerLaw} of so many users, whose names are those of {@link UserNames}. */
    public static NamedGraph powerLaw(int users) {
        PowerLaw law = PowerLaw.of(users - 1);
        FollowGraph.Builder graph = new FollowGraph.Builder();
        for (int user = 1; user <= users; user++) {
            int author = graph.user(UserNames.of(user));
            law.followersOf(user).all().forEach(follower -> graph.follow(graph.user(UserNames.of(follower)), author));
        }
        return new NamedGraph("a power law of %,d users".formatted(users), graph.build());
    }

    /** The authors with the most followers, the most followed first; of those with as many the lower number. */
    public List<String> mostFollowed(int authors) {
        return ranking().limit(authors).map(graph::id).toList();
    }

    /** So many authors at even distances in the ranking of all who have followers, the most followed first. */
    public List<String> ofAllRanks(int authors) {
        List<Integer> ranking =
                ranking().filter(author -> graph.followersOf(author) > 0).toList();
        int count = Math.min(authors, ranking.size());
        return IntStream.range(0, count)
                .mapToObj(number -> graph.id(ranking.get((int) ((long) number * ranking.size() / count))))
                .toList();
    }

    private Stream<Integer> ranking() {
        return IntStream.range(0, graph.size())
                .boxed()
                .sorted(Comparator.<Integer>comparingInt(graph::followersOf).reversed());
    }

    /** So many posts by each of the authors, who take turns. */
    public Posts posts(List<String> authors, int each) {
        List<String> all = IntStream.range(0, each)
                .boxed()
                .flatMap(post -> authors.stream())
                .toList();
        return new Posts(
                all,
                all.stream()
                        .mapToLong(author -> graph.followersOf(graph.user(author)))
                        .sum());
    }
}
