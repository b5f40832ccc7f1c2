package io.feedmill.stack.verify;

import io.feedmill.stack.client.PublishedPost;
import java.util.List;

/**
 * What a feed is to hold of the run's posts.
 *
 * @param must each exactly once
 * @param may each at most once: who follows or unfollows while a post is delivered gets it or not
 */
public record Expected(List<PublishedPost> must, List<PublishedPost> may) {

    /** These and no others. */
    public static Expected exactly(List<PublishedPost> posts) {
        return new Expected(posts, List.of());
    }
}
