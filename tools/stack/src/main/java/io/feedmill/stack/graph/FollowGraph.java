package io.feedmill.stack.graph;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Users and the authors that each of them follows. Users are numbered from 0; no user follows an author twice, or themselves. Immutable. */
public final class FollowGraph {
    private final List<String> users;
    private final Map<String, Integer> numbers;
    private final int[][] follows;
    private final int[] followers;
    /** The authors who have followers, by the number of followers of all up to each. */
    private final NavigableMap<Long, Integer> tickets = new TreeMap<>();

    private FollowGraph(List<String> users, Map<String, Integer> numbers, int[][] follows) {
        this.users = List.copyOf(users);
        this.numbers = Map.copyOf(numbers);
        this.follows = follows;
        this.followers = new int[follows.length];
        for (int[] authors : follows) {
            for (int author : authors) {
                followers[author]++;
            }
        }
        long sum = 0;
        for (int author = 0; author < followers.length; author++) {
            sum += followers[author];
            tickets.putIfAbsent(sum, author);
        }
    }

    /** Returns authors, {@code author-0} first, who have this number of followers each: the first fans, {@code fan-00} and so on. */
    public static FollowGraph ofAuthors(int... followers) {
        Builder graph = new Builder();
        for (int number = 0; number < followers.length; number++) {
            int author = graph.user("author-" + number);
            IntStream.range(0, followers[number])
                    .forEach(fan -> graph.follow(graph.user("fan-%02d".formatted(fan)), author));
        }
        return graph.build();
    }

    public int size() {
        return users.size();
    }

    /** Returns the user's id in Feedmill. */
    public String id(int user) {
        return users.get(user);
    }

    /** Returns the number of a user, who must be in the graph. */
    public int user(String id) {
        return Objects.requireNonNull(numbers.get(id), id);
    }

    /** Returns the authors that the user follows, ascending. */
    public IntStream followedBy(int user) {
        return IntStream.of(follows[user]);
    }

    public int followersOf(int author) {
        return followers[author];
    }

    /** Returns the number of all follows. */
    public long follows() {
        return tickets.isEmpty() ? 0 : tickets.lastKey();
    }

    /** Returns the author with the most followers, and the lowest number of several. The graph must have a user. */
    public int largestAuthor() {
        return IntStream.range(0, size())
                .boxed()
                .max(Comparator.<Integer>comparingInt(this::followersOf).thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /** Draws an author in proportion to followers. The graph must have a follow. */
    public int drawAuthor(Random random) {
        return tickets.higherEntry(random.nextLong(follows())).getValue();
    }

    /** Draws authors in proportion to followers, the same for the same seed. The largest is always among them, at a random place. */
    public int[] drawAuthors(int count, long seed) {
        Random random = new Random(seed);
        int[] authors =
                IntStream.generate(() -> drawAuthor(random)).limit(count).toArray();
        int largest = largestAuthor();
        if (count > 0 && Arrays.stream(authors).noneMatch(author -> author == largest)) {
            authors[random.nextInt(count)] = largest;
        }
        return authors;
    }

    /** Collects follows in any order; leaves out repetitions and follows of oneself. Not thread-safe. */
    public static final class Builder {
        private final Map<String, Integer> numbers = new HashMap<>();
        private final List<String> users = new ArrayList<>();
        private long[] edges = new long[1024];
        private int count;

        /** Returns the number of a user, who is new or not. */
        public int user(String id) {
            return numbers.computeIfAbsent(id, user -> {
                users.add(user);
                return users.size() - 1;
            });
        }

        /** Adds a follow; both are numbers that {@link #user} has returned. */
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
                while (next < distinct.length && (int) (distinct[next] >> Integer.SIZE) == user) {
                    next++;
                }
                follows[user] = Arrays.stream(distinct, first, next)
                        .mapToInt(edge -> (int) edge)
                        .toArray();
            }
            return new FollowGraph(users, numbers, follows);
        }
    }
}
