package io.feedmill.chaos.fuzz;

import io.feedmill.client.FeedmillClient;
import io.feedmill.client.Post;
import io.feedmill.client.Post.NewPost;
import io.feedmill.stack.graph.FollowGraph;
import java.util.List;
import java.util.stream.IntStream;

/** Makes the posts whose jobs the messages name. */
public final class FuzzSetup {
    /** The number of followers of each author. */
    private static final List<Integer> FOLLOWERS = List.of(40, 20, 5, 0);

    private static final int POSTS_EACH = 2;

    private FuzzSetup() {}

    /** Returns the follows: fans follow the first authors. */
    public static FollowGraph graph() {
        FollowGraph.Builder graph = new FollowGraph.Builder();
        for (int author = 0; author < FOLLOWERS.size(); author++) {
            int followed = graph.user("author-" + author);
            IntStream.range(0, FOLLOWERS.get(author))
                    .forEach(fan -> graph.follow(graph.user("fan-%02d".formatted(fan)), followed));
        }
        return graph.build();
    }

    /** Publishes the posts of the authors. */
    public static List<Post> publish(FeedmillClient feedmill) {
        return IntStream.range(0, FOLLOWERS.size() * POSTS_EACH)
                .mapToObj(number ->
                        feedmill.publishPost(new NewPost("author-" + number / POSTS_EACH, "Before " + number)))
                .toList();
    }
}
