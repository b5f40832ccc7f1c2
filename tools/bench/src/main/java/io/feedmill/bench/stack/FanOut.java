package io.feedmill.bench.stack;

import io.feedmill.stack.client.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.load.Parallel;
import io.feedmill.stack.load.Pause;
import io.feedmill.stack.load.StepFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;

/** Publishes posts and waits until each is delivered. */
public record FanOut(FeedmillClient feedmill) {
    private static final int CALLERS = 4;

    /** Each poll costs the API and the store some milliseconds. The answer has the exact time of completion. */
    private static final Duration POLL = Duration.ofMillis(250);

    private static final Duration LIMIT = Duration.ofMinutes(10);

    /**
     * Completed posts.
     *
     * @param began time of the first call
     */
    public record Delivered(Instant began, List<FanoutStatus> jobs) {

        public Delivered {
            jobs = List.copyOf(jobs);
        }

        public long deliveries() {
            return jobs.stream().mapToLong(FanoutStatus::delivered).sum();
        }

        /** Counts the time from the first call to the last delivery. */
        public double deliveriesPerSecond() {
            return deliveries() / (took().toNanos() / 1e9);
        }

        private Duration took() {
            return jobs.stream()
                    .flatMap(job -> job.took().map(job.acceptedAt()::plus).stream())
                    .max(Comparator.naturalOrder())
                    .map(end -> Duration.between(began, end))
                    .orElseThrow();
        }
    }

    /** Publishes the posts and waits. Throws a {@link StepFailure} after ten minutes. */
    public Delivered run(Posts posts) {
        Instant began = Instant.now();
        return new Delivered(began, await(publish(posts)));
    }

    /** Publishes the posts, several at once. */
    public List<PublishedPost> publish(Posts posts) {
        String run = UUID.randomUUID().toString();
        List<Integer> numbers =
                IntStream.range(0, posts.authors().size()).boxed().toList();
        return Parallel.map(
                numbers,
                CALLERS,
                number -> feedmill.publish(posts.authors().get(number), Posts.TEXT, run + "-" + number));
    }

    /** Waits until all are delivered and returns the last status of each. */
    public List<FanoutStatus> await(List<PublishedPost> posts) {
        Instant deadline = Instant.now().plus(LIMIT);
        return posts.stream().map(post -> awaitComplete(post.id(), deadline)).toList();
    }

    private FanoutStatus awaitComplete(String post, Instant deadline) {
        FanoutStatus job = feedmill.fanout(post);
        while (!job.isComplete()) {
            if (deadline.isBefore(Instant.now())) {
                throw new StepFailure(
                        "Post %s is not delivered after %d min: %s.".formatted(post, LIMIT.toMinutes(), job));
            }
            Pause.of(POLL);
            job = feedmill.fanout(post);
        }
        return job;
    }
}
