package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient.Counters;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.PostStream.Sent;
import io.feedmill.stack.verify.FeedCheck.Feed;
import io.feedmill.stack.verify.JobCheck.Range;
import io.feedmill.stack.verify.Posts;
import io.feedmill.stack.verify.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The published posts of one run and their recipients.
 *
 * @param graph the follows before the run
 * @param before the counters before the run, of each author that published
 * @param history the follows and unfollows during the run
 * @param began when each post was first sent, since the run began; only posts of authors in the history need one
 */
public record Run(
        FollowGraph graph,
        Posts posts,
        Map<String, Counters> before,
        FollowHistory history,
        Map<String, Duration> began) {
    private static final Timeline ALWAYS = new Timeline(true, List.of());

    /** A run without follows and unfollows. */
    public Run(FollowGraph graph, Posts posts, Map<String, Counters> before) {
        this(graph, posts, before, FollowHistory.NONE, Map.of());
    }

    /** A run on a Feedmill that had no post before. */
    public static Run onFresh(FollowGraph graph, Posts posts) {
        return new Run(graph, posts, zeros(posts));
    }

    /** A run on a Feedmill that had no post before, during which users followed and unfollowed. */
    public static Run onFresh(FollowGraph graph, String marker, Collection<Sent> sent, FollowHistory history) {
        Posts posts = Posts.of(marker, sent.stream().map(Sent::post).toList());
        Map<String, Duration> began =
                sent.stream().collect(Collectors.toMap(each -> each.post().id(), Sent::began));
        return new Run(graph, posts, zeros(posts), history, began);
    }

    private static Map<String, Counters> zeros(Posts posts) {
        return posts.authors().stream().collect(Collectors.toMap(author -> author, author -> new Counters(0, 0)));
    }

    /** Returns the deliveries of all posts on the graph as it was before the run. */
    public long deliveries() {
        return posts.all().stream().mapToLong(this::followers).sum();
    }

    public int followers(PublishedPost post) {
        return graph.followersOf(graph.user(post.author()));
    }

    /** Returns all users whose home feed is read. */
    public List<String> readers() {
        return IntStream.range(0, graph.size()).mapToObj(graph::id).toList();
    }

    /** Returns the reader's home feed: the reader's own posts and those of followed authors. */
    public Feed homeFeed(String reader) {
        Map<String, Timeline> authors = new HashMap<>();
        graph.followedBy(graph.user(reader)).forEach(author -> authors.put(graph.id(author), ALWAYS));
        authors.putAll(history.ofUser(reader));
        List<PublishedPost> must = new ArrayList<>(posts.by(reader));
        List<PublishedPost> may = new ArrayList<>();
        authors.forEach((author, timeline) -> posts.by(author).forEach(post -> {
            switch (timeline.of(began(post))) {
                case MUST -> must.add(post);
                case MAY -> may.add(post);
                case MUST_NOT -> {}
            }
        }));
        return new Feed(must, may);
    }

    /** Returns the number of followers that get the post. */
    public Range recipients(PublishedPost post) {
        long must = followers(post);
        long may = 0;
        for (Timeline timeline : history.ofAuthor(post.author()).values()) {
            must -= timeline.initially() ? 1 : 0;
            switch (timeline.of(began(post))) {
                case MUST -> must++;
                case MAY -> may++;
                case MUST_NOT -> {}
            }
        }
        return new Range(must, must + may);
    }

    private Duration began(PublishedPost post) {
        return began.getOrDefault(post.id(), Duration.ZERO);
    }
}
