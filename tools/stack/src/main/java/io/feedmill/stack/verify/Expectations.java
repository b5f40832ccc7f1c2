package io.feedmill.stack.verify;

import io.feedmill.stack.client.FeedmillClient.Counters;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import java.util.List;

/** What Feedmill must hold after a run. */
public interface Expectations {

    Posts posts();

    /** Returns all users whose home feed is read. */
    List<String> readers();

    /** Returns the reader's home feed: the reader's own posts and those of followed authors. */
    Feed homeFeed(String reader);

    /** Returns the number of followers that get the post. */
    Range recipients(PublishedPost post);

    /** Returns the author's counters before the run. */
    Counters before(String author);

    /**
     * What a feed holds of the run's posts.
     *
     * @param must each exactly once
     * @param may each at most once: a user who follows or unfollows during delivery gets the post or not
     */
    record Feed(List<PublishedPost> must, List<PublishedPost> may) {

        /** These and no others. */
        public static Feed exactly(List<PublishedPost> posts) {
            return new Feed(posts, List.of());
        }
    }

    /** A number between two bounds, both inclusive. */
    record Range(long min, long max) {

        public static Range exactly(long number) {
            return new Range(number, number);
        }

        public boolean isExact() {
            return min == max;
        }

        public boolean contains(long number) {
            return number >= min && number <= max;
        }

        @Override
        public String toString() {
            return isExact() ? Long.toString(min) : min + " to " + max;
        }
    }
}
