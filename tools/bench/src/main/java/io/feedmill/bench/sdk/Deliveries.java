package io.feedmill.bench.sdk;

import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.Followers;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.post.Post;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Posts of one author, each for all of the recipients. */
public record Deliveries(List<String> recipients, int posts) {
    private static final String AUTHOR = "author";
    private static final TickClock CLOCK = TickClock.system();
    private static final SecureRandom RANDOM = new SecureRandom();

    public Deliveries {
        recipients = List.copyOf(recipients);
    }

    /** Takes the first of the {@linkplain Followers#name generated followers} as recipients. */
    public static Deliveries of(int recipients, int posts) {
        return new Deliveries(
                IntStream.range(0, recipients).mapToObj(Followers::name).toList(), posts);
    }

    /** Returns the same posts for the first recipients only: a sample for a slow contender. */
    public Deliveries sample(int max) {
        return new Deliveries(recipients.subList(0, Math.min(max, recipients.size())), posts);
    }

    /** Returns the number of deliveries. */
    public long count() {
        return (long) recipients.size() * posts;
    }

    /** Returns new posts, as followers get them. */
    public List<FeedItem> items() {
        return Stream.generate(Deliveries::post)
                .limit(posts)
                .map(post -> FeedItem.of(post, Via.FOLLOW))
                .toList();
    }

    /** Creates a post. */
    public static Post post() {
        return new Post(PostId.create(CLOCK.next(), RANDOM), AUTHOR, Posts.TEXT, 1);
    }
}
