package io.feedmill.stack.load;

import io.feedmill.client.Post;
import io.feedmill.client.Post.AuthorCounters;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import io.feedmill.stack.living.FeedModel.Followers;
import io.feedmill.stack.verify.JobCheck.Range;
import io.feedmill.stack.verify.Posts;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The published posts of one run, and what the feeds show after it.
 *
 * @param graph the follows before the run
 * @param before the counters before the run, of each author that published
 * @param model names the posts as {@link Posts#byName} does
 */
public record Run(FollowGraph graph, Posts posts, Map<String, AuthorCounters> before, FeedModel model) {

    /** A run on a Feedmill that had no post before. */
    public static Run onFresh(FollowGraph graph, Posts posts, FeedModel model) {
        Map<String, AuthorCounters> zeros = posts.distinctAuthors().stream()
                .collect(Collectors.toMap(author -> author, author -> new AuthorCounters(0, 0)));
        return new Run(graph, posts, zeros, model);
    }

    /** A run on a Feedmill that had no post before, in which nothing but these posts happened. */
    public static Run onFresh(FollowGraph graph, Posts posts) {
        FeedModel model = FeedModel.of(graph);
        posts.byName().forEach((name, post) -> model.apply(new Event.Publish(name, post.author(), post.text())));
        return onFresh(graph, posts, model);
    }

    /** Returns the deliveries of all posts on the graph as it was before the run. */
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
        return model.homeFeed(reader).stream().map(this::asNow).toList();
    }

    public List<Post> authorFeed(String author) {
        return model.authorFeed(author).stream().map(this::asNow).toList();
    }

    private Post asNow(FeedModel.Post post) {
        Post first = published(post);
        return new Post(first.id(), first.author(), post.text(), null, first.createdAt(), post.version(), null);
    }

    Post published(FeedModel.Post post) {
        return Objects.requireNonNull(posts.byName().get(post.name()), post.name());
    }

    /** Returns the ids of retracted posts. */
    public Set<String> retracted() {
        return model.posts().stream()
                .filter(FeedModel.Post::retracted)
                .map(post -> published(post).id())
                .collect(Collectors.toSet());
    }

    /** Returns the number of followers whom jobs of the author's posts reach. */
    Range recipients(String author) {
        Followers followers = model.followersDuring(author);
        return new Range(followers.always(), followers.ever());
    }
}
