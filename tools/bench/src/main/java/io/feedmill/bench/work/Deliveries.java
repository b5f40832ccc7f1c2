package io.feedmill.bench.work;

import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.GeneratedFollowers;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import java.security.SecureRandom;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** So many posts of one author, each for all of the recipients. */
public record Deliveries(List<String> recipients, int posts) {
    private static final UserId AUTHOR = new UserId("author");
    private static final TickClock CLOCK = TickClock.system();
    private static final SecureRandom RANDOM = new SecureRandom();

    public Deliveries {
        recipients = List.copyOf(recipients);
    }

    /** For so many recipients, who are named as {@linkplain GeneratedFollowers generated followers} are. */
    public static Deliveries of(int recipients, int posts) {
        return new Deliveries(
                IntStream.range(0, recipients)
                        .mapToObj(GeneratedFollowers::follower)
                        .toList(),
                posts);
    }

    /** The same posts for the first of the recipients only: for what is so slow that a sample has to do. */
    public Deliveries sample(int most) {
        return new Deliveries(recipients.subList(0, Math.min(most, recipients.size())), posts);
    }

    /** How many deliveries that makes. */
    public long count() {
        return (long) recipients.size() * posts;
    }

    /** The posts as followers get them; new ones with each call. */
    public List<FeedItem> items() {
        return Stream.generate(Deliveries::post)
                .limit(posts)
                .map(post -> FeedItem.of(post, Via.FOLLOW))
                .toList();
    }

    /** A new post, as people write them. */
    public static Post post() {
        return new Post(PostId.create(CLOCK.next(), RANDOM), AUTHOR, Posts.TEXT, 1);
    }
}
