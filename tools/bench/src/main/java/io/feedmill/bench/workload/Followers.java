package io.feedmill.bench.workload;

import io.feedmill.stack.client.FeedmillClient;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** So many who follow one author. */
public record Followers(String author, List<String> users) {
    private static final int LINES_A_CALL = 2_000;

    public Followers {
        users = List.copyOf(users);
    }

    public static Followers of(String author, int count) {
        return new Followers(
                author, IntStream.range(0, count).mapToObj("f%07d"::formatted).toList());
    }

    /** Has them follow. */
    public void follow(FeedmillClient feedmill) {
        for (int from = 0; from < users.size(); from += LINES_A_CALL) {
            List<String> some = users.subList(from, Math.min(from + LINES_A_CALL, users.size()));
            feedmill.importFollows(
                    some.stream().map(user -> user + " " + author + "\n").collect(Collectors.joining()));
        }
    }
}
