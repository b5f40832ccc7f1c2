package io.feedmill.stack.load;

import io.feedmill.client.Post;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.verify.JobCheck;
import io.feedmill.stack.verify.Posts;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The published posts of one run, the follows, and the counters of each of its authors before the run. */
public record Run(FollowGraph graph, Posts posts, Map<String, AuthorCounters> before) {

    /** A run on a Feedmill that had no post before. */
    public static Run onFresh(FollowGraph graph, Posts posts) {
        Map<String, AuthorCounters> zeros = posts.distinctAuthors().stream()
                .collect(Collectors.toMap(author -> author, author -> JobCheck.counters(0, 0)));
        return new Run(graph, posts, zeros);
    }

    /** Returns the deliveries of all posts. */
    public long deliveries() {
        return posts.all().stream().mapToLong(this::followers).sum();
    }

    public int followers(Post post) {
        return graph.followersOf(graph.user(post.author()));
    }

    /** Returns all users whose home feed is read. */
    public List<String> readers() {
        return IntStream.range(0, graph.size()).mapToObj(graph::id).toList();
    }

    public List<Post> homeFeed(String reader) {
        Set<String> authors = Stream.concat(
                        Stream.of(reader), graph.followedBy(graph.user(reader)).mapToObj(graph::id))
                .collect(Collectors.toSet());
        return posts.all().stream()
                .filter(post -> authors.contains(post.author()))
                .toList();
    }

    public List<Post> authorFeed(String author) {
        return posts.all().stream().filter(post -> post.author().equals(author)).toList();
    }
}
