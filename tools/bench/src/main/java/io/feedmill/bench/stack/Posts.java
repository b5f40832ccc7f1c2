package io.feedmill.bench.stack;

import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a round publishes.
 *
 * @param authors who writes each post
 * @param deliveries what that makes
 */
public record Posts(List<String> authors, long deliveries) {
    /** Of every post in every contender: as long as people's are. */
    public static final String TEXT =
            "Fan-out on write: a post is copied into the home feed of everybody who follows its author, so that a page is one query of one partition.";

    public Posts {
        authors = List.copyOf(authors);
    }

    /** So many by one author with so many followers. */
    public static Posts by(String author, int posts, int followers) {
        return new Posts(Collections.nCopies(posts, author), (long) posts * followers);
    }

    /** So many by each of authors who have as many followers each. */
    public static Posts byEach(List<String> authors, int posts, int followers) {
        return new Posts(
                IntStream.range(0, posts)
                        .boxed()
                        .flatMap(post -> authors.stream())
                        .toList(),
                (long) posts * authors.size() * followers);
    }
}
