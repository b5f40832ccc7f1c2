package io.feedmill.stack.living;

import io.feedmill.stack.graph.FollowGraph;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;

/** Draws the calls of a run that publishes while follows come and go, and posts are edited and retracted. */
public final class Churn {
    /** The number of calls that may be made at once: two about the same post or follow are further apart. */
    public static final int AT_ONCE = 8;

    /** The calls between a post and its change: its fan-out is still under way. */
    private static final int UNTIL_CHANGE = 32;

    private static final double RETURNS = 0.9;

    private final Random random;
    private final int percent;
    /** The call that follows a call, some time later. */
    private final Map<Event, Event> next = new HashMap<>();

    private Churn(Random random, int percent) {
        this.random = random;
        this.percent = percent;
    }

    /**
     * Returns the calls in two parts: the second begins when all of the first are answered.
     *
     * @param percent the share of follows that end, most of them to begin again; of posts that are edited; and of posts that are retracted; at most
     *     50
     */
    public static List<List<Event>> draw(FollowGraph graph, List<Event.Publish> posts, int percent, Random random) {
        if (percent == 0) {
            return List.of(List.copyOf(posts));
        }
        Churn churn = new Churn(random, percent);
        List<Event> first = new ArrayList<>(posts);
        churn.changePosts(posts);
        first.addAll(churn.unfollows(graph));
        Collections.shuffle(first, random);
        return churn.withNext(first);
    }

    private void changePosts(List<Event.Publish> posts) {
        List<Event.Publish> order = shuffled(posts);
        int share = share(order.size());
        order.subList(0, share).forEach(post -> next.put(post, new Event.Edit(post.post(), post.text() + ", edited")));
        order.subList(share, 2 * share).forEach(post -> next.put(post, new Event.Retract(post.post())));
    }

    private List<Event> unfollows(FollowGraph graph) {
        List<Event.Follow> follows = IntStream.range(0, graph.size())
                .boxed()
                .flatMap(user ->
                        graph.followedBy(user).mapToObj(author -> new Event.Follow(graph.id(user), graph.id(author))))
                .toList();
        List<Event> unfollows = new ArrayList<>();
        for (Event.Follow follow : shuffled(follows).subList(0, share(follows.size()))) {
            Event unfollow = new Event.Unfollow(follow.user(), follow.author());
            unfollows.add(unfollow);
            if (random.nextDouble() < RETURNS) {
                next.put(unfollow, follow);
            }
        }
        return unfollows;
    }

    /** Puts each call's next one some calls later, or into the second part. */
    private List<List<Event>> withNext(List<Event> first) {
        List<Event> calls = new ArrayList<>();
        List<Event> rest = new ArrayList<>();
        Map<Integer, List<Event>> due = new HashMap<>();
        for (int i = 0; i < first.size(); i++) {
            Event call = first.get(i);
            calls.add(call);
            calls.addAll(due.getOrDefault(i, List.of()));
            Event later = next.get(call);
            if (later != null) {
                int range = call instanceof Event.Publish ? UNTIL_CHANGE : first.size();
                int at = i + AT_ONCE + random.nextInt(range);
                (at < first.size() ? due.computeIfAbsent(at, number -> new ArrayList<>()) : rest).add(later);
            }
        }
        return List.of(calls, rest);
    }

    private int share(int count) {
        return Math.toIntExact(Math.round(count * percent / 100.0));
    }

    private <T> List<T> shuffled(List<T> all) {
        List<T> order = new ArrayList<>(all);
        Collections.shuffle(order, random);
        return order;
    }
}
