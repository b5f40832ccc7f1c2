package io.feedmill.bench.stack;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.load.StepFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/** Publishes posts and waits until each is delivered. */
public final class FanOut {
    private static final int CALLERS = 4;

    /** A look costs the API, the store and its lock some milliseconds, and tells when the post was delivered, however late it comes. */
    private static final Duration LOOK = Duration.ofMillis(250);

    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private final FeedmillClient feedmill;

    public FanOut(FeedmillClient feedmill) {
        this.feedmill = feedmill;
    }

    /** What became of the posts, in their order. Throws {@link StepFailure} where that takes too long. */
    public Delivered run(Posts posts) {
        Instant began = Instant.now();
        return new Delivered(began, await(publish(posts)));
    }

    /** Publishes them, several at once. */
    public List<PublishedPost> publish(Posts posts) {
        String run = UUID.randomUUID().toString();
        List<Integer> numbers =
                IntStream.range(0, posts.authors().size()).boxed().toList();
        return numbers.stream()
                .gather(Gatherers.mapConcurrent(
                        CALLERS,
                        number -> feedmill.publish(posts.authors().get(number), Posts.TEXT, run + "-" + number)))
                .toList();
    }

    /** Waits until all are delivered; the last state of each. */
    public List<FanoutStatus> await(List<PublishedPost> posts) {
        Instant deadline = Instant.now().plus(PATIENCE);
        return posts.stream().map(post -> awaitComplete(post.id(), deadline)).toList();
    }

    private FanoutStatus awaitComplete(String post, Instant deadline) {
        FanoutStatus job = feedmill.fanout(post);
        while (!job.isComplete()) {
            if (deadline.isBefore(Instant.now())) {
                throw new StepFailure(
                        "After %d min post %s is not delivered: %s.".formatted(PATIENCE.toMinutes(), post, job));
            }
            RunClock.pause(LOOK);
            job = feedmill.fanout(post);
        }
        return job;
    }
}
