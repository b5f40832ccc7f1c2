package io.feedmill.stack.graph;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * Users and whom each of them follows. Users are numbered from 0; nobody follows the same author twice, or themselves. Immutable.
 */
public final class FollowGraph {

    private final List<String> users;
    private final Map<String, Integer> numbers;
    private final int[][] follows;
    private final int[] followers;

    FollowGraph(List<String> users, Map<String, Integer> numbers, int[][] follows) {
        this.users = List.copyOf(users);
        this.numbers = Map.copyOf(numbers);
        this.follows = follows;
        this.followers = new int[follows.length];
        for (int[] authors : follows) {
            for (int author : authors) {
                followers[author]++;
            }
        }
    }

    public int size() {
        return users.size();
    }

    /** The id of a user, as Feedmill knows it. */
    public String id(int user) {
        return users.get(user);
    }

    /** The inverse of {@link #id}; the user must be in the graph. */
    public int user(String id) {
        return Objects.requireNonNull(numbers.get(id), id);
    }

    /** The authors that the user follows, ascending. */
    public IntStream followedBy(int user) {
        return IntStream.of(follows[user]);
    }

    public int followersOf(int author) {
        return followers[author];
    }

    /** How many follows there are in all. */
    public long follows() {
        return IntStream.of(followers).asLongStream().sum();
    }

    /** The author with the most followers; the lowest number of those that have as many. The graph must have a user. */
    public int largestAuthor() {
        return IntStream.range(0, size())
                .boxed()
                .max(Comparator.<Integer>comparingInt(this::followersOf).thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }
}
