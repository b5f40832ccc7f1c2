package io.feedmill.bench.scenario;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FeedItem;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.graph.FollowGraph;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/** The home feeds of all users of a graph, read back. */
record HomeFeeds(FeedmillClient feedmill, FollowGraph graph) {
    private static final int READERS = 8;

    /** How many deliveries of these posts have arrived. */
    long found(List<PublishedPost> published) {
        Set<String> posts = published.stream().map(PublishedPost::id).collect(Collectors.toSet());
        List<String> users =
                IntStream.range(0, graph.size()).mapToObj(graph::id).toList();
        return users.stream()
                .gather(Gatherers.mapConcurrent(READERS, user -> found(user, feedmill.homeFeed(user), posts)))
                .mapToLong(Long::longValue)
                .sum();
    }

    /** How many of the posts a feed has, without the user's own: they are no deliveries. */
    static long found(String user, List<FeedItem> feed, Set<String> posts) {
        return feed.stream()
                .filter(item -> !item.author().equals(user))
                .map(FeedItem::post)
                .filter(posts::contains)
                .count();
    }
}
