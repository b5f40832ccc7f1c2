package io.feedmill.stack.load;

import io.feedmill.stack.client.Counters;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.verify.Expectations;
import io.feedmill.stack.verify.Expected;
import io.feedmill.stack.verify.Posts;
import io.feedmill.stack.verify.Range;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What one run has published on a graph that nobody changes meanwhile.
 *
 * @param before the counters before the run, of each author that published
 */
public record Run(FollowGraph graph, Posts posts, Map<String, Counters> before) implements Expectations {

    /** A run on a Feedmill that had no post before. */
    public static Run onFresh(FollowGraph graph, Posts posts) {
        Map<String, Counters> before =
                posts.authors().stream().collect(Collectors.toMap(author -> author, author -> new Counters(0, 0)));
        return new Run(graph, posts, before);
    }

    /** How many deliveries the posts are to cause in all. */
    public long deliveries() {
        return posts.all().stream().mapToLong(this::followers).sum();
    }

    public int followers(PublishedPost post) {
        return graph.followersOf(graph.user(post.author()));
    }

    @Override
    public List<String> readers() {
        return IntStream.range(0, graph.size()).mapToObj(graph::id).toList();
    }

    @Override
    public Expected homeFeed(String reader) {
        Stream<String> authors = graph.followedBy(graph.user(reader)).mapToObj(graph::id);
        return Expected.exactly(Stream.concat(Stream.of(reader), authors)
                .flatMap(author -> posts.by(author).stream())
                .toList());
    }

    @Override
    public Range recipients(PublishedPost post) {
        return Range.exactly(followers(post));
    }

    @Override
    public Counters before(String author) {
        return Objects.requireNonNull(before.get(author), author);
    }
}
