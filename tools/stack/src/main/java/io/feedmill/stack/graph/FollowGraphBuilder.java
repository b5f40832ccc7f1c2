package io.feedmill.stack.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Collects follows in any order; leaves out those that come twice and those of oneself. Not thread-safe. */
public final class FollowGraphBuilder {

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> users = new ArrayList<>();
    private long[] edges = new long[1024];
    private int count;

    /** The number of a user, who is new or not. */
    public int user(String id) {
        return numbers.computeIfAbsent(id, this::add);
    }

    /** Both are numbers that {@link #user} has given. */
    public void follow(int follower, int author) {
        if (follower == author) {
            return;
        }
        if (count == edges.length) {
            edges = Arrays.copyOf(edges, count * 2);
        }
        edges[count++] = ((long) follower << Integer.SIZE) | author;
    }

    public FollowGraph build() {
        long[] distinct = Arrays.stream(edges, 0, count).sorted().distinct().toArray();
        int[][] follows = new int[users.size()][];
        int next = 0;
        for (int user = 0; user < follows.length; user++) {
            int first = next;
            while (next < distinct.length && follower(distinct[next]) == user) {
                next++;
            }
            follows[user] = authors(distinct, first, next);
        }
        return new FollowGraph(users, numbers, follows);
    }

    private Integer add(String id) {
        users.add(id);
        return users.size() - 1;
    }

    private static int follower(long edge) {
        return (int) (edge >> Integer.SIZE);
    }

    private static int[] authors(long[] edges, int from, int to) {
        return Arrays.stream(edges, from, to).mapToInt(edge -> (int) edge).toArray();
    }
}
