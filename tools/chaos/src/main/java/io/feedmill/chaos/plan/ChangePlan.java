package io.feedmill.chaos.plan;

import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.stream.IntStream;

/**
 * Calls without an end, in sequences about one post or one follow each: posts, of which some are edited or retracted, and follows that end, of which
 * half begin again. Not thread-safe.
 */
public final class ChangePlan {
    private final FollowGraph graph;
    private final String marker;
    private final Draw draw;
    private final Queue<Event.Follow> follows;
    private final int[] posts;
    private int number;

    /**
     * @param marker is part of every text
     */
    public ChangePlan(FollowGraph graph, String marker) {
        this.graph = graph;
        this.marker = marker;
        this.draw = Draw.of(1, marker);
        this.posts = new int[graph.size()];
        List<Event.Follow> all = new ArrayList<>(IntStream.range(0, graph.size())
                .boxed()
                .flatMap(user ->
                        graph.followedBy(user).mapToObj(author -> new Event.Follow(graph.id(user), graph.id(author))))
                .toList());
        Collections.shuffle(all, draw.random());
        this.follows = new ArrayDeque<>(all);
    }

    /** Returns the calls of the next sequence, one or more. */
    public List<Event> next() {
        number++;
        Event.Follow follow = number % 4 == 0 ? follows.poll() : null;
        if (follow != null) {
            Event unfollow = new Event.Unfollow(follow.user(), follow.author());
            return number % 8 == 0 ? List.of(unfollow, follow) : List.of(unfollow);
        }
        String name = Integer.toString(number);
        String author = graph.id(author());
        String text = "Post %s of %s by %s".formatted(name, marker, author);
        Event post = new Event.Publish(name, author, text);
        return switch (number % 10) {
            case 1, 2 -> List.of(post, new Event.Edit(name, text + ", edited"));
            case 3 -> List.of(post, new Event.Retract(name));
            default -> List.of(post);
        };
    }

    /** Draws by followers. Who has written the maximum is replaced. */
    private int author() {
        int author = graph.drawAuthor(draw.random());
        while (posts[author] == FeedModel.MAX_POSTS_AN_AUTHOR) {
            author = (author + 1) % graph.size();
        }
        posts[author]++;
        return author;
    }
}
