package io.feedmill.local.demo;

import io.feedmill.local.client.Counters;
import io.feedmill.local.client.PublishedPost;
import io.feedmill.local.verify.Posts;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * What one run of the demo has published.
 *
 * @param followers of each author that published
 * @param before each such author's counters before the run
 */
record Run(Posts posts, Map<String, Integer> followers, Map<String, Counters> before) {

    /** How many followers are to get the post. */
    int expected(PublishedPost post) {
        return Objects.requireNonNull(followers.get(post.author()), post.author());
    }

    /** How many deliveries the posts are to cause in all. */
    long expected(List<PublishedPost> some) {
        return some.stream().mapToLong(this::expected).sum();
    }

    Counters countersBefore(String author) {
        return Objects.requireNonNull(before.get(author), author);
    }

    /** What the author's counters are to grow by. */
    Counters growth(String author) {
        List<PublishedPost> written = posts.by(author);
        return new Counters(written.size(), expected(written));
    }
}
