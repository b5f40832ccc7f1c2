package io.feedmill.bench.servers;

import java.util.Collections;
import java.util.List;

/**
 * The posts of a round.
 *
 * @param authors the author of each post
 * @param deliveries the number of deliveries of all posts
 */
public record Posts(List<String> authors, long deliveries) {
    /** The text of every post of every contender, of a usual length. */
    public static final String TEXT =
            "Fan-out on write: a post is copied into the home feed of everybody who follows its author, so that a page is one query of one partition.";

    public Posts {
        authors = List.copyOf(authors);
    }

    /** Returns posts of one author. */
    public static Posts by(String author, int posts, int followers) {
        return new Posts(Collections.nCopies(posts, author), (long) posts * followers);
    }
}
