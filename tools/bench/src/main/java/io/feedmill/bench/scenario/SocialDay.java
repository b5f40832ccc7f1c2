package io.feedmill.bench.scenario;

import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.workload.SocialModel;
import io.feedmill.bench.workload.SocialModel.Event;
import io.feedmill.bench.workload.UserNames;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** People write and read, in the order of their day, at a pace that the store can bear: so many deliveries a second. */
record SocialDay(FeedmillClient feedmill, SocialModel model, List<Event> events) {
    private static final double DELIVERIES_PER_SECOND = 1_500;
    private static final int PAGE = 50;

    /**
     * What came of it.
     *
     * @param reads how long each page took
     * @param delays from a post's acceptance to its last delivery
     */
    record Lived(List<Duration> reads, List<Duration> delays) {}

    /** Lives the first part of the day, for so long. */
    Lived live(Duration time) {
        Queue<Duration> reads = new ConcurrentLinkedQueue<>();
        Queue<PublishedPost> published = new ConcurrentLinkedQueue<>();
        long began = System.nanoTime();
        long deliveries = 0;
        try (ExecutorService people = Executors.newVirtualThreadPerTaskExecutor()) {
            for (Event event : events) {
                Duration due = Duration.ofNanos((long) (deliveries / DELIVERIES_PER_SECOND * 1e9));
                if (due.compareTo(time) > 0) {
                    break;
                }
                RunClock.pause(due.minusNanos(System.nanoTime() - began));
                deliveries += switch (event) {
                    case Event.Post post -> model.followersOf(post.user()).count();
                    case Event.Read read -> 0;
                };
                people.execute(() -> live(event, reads, published));
            }
        }
        List<FanoutStatus> jobs = new FanOut(feedmill).await(List.copyOf(published));
        return new Lived(
                List.copyOf(reads),
                jobs.stream().flatMap(job -> job.took().stream()).toList());
    }

    private void live(Event event, Queue<Duration> reads, Queue<PublishedPost> published) {
        String user = UserNames.of(event.user());
        switch (event) {
            case Event.Post post ->
                published.add(
                        feedmill.publish(user, Posts.TEXT, UUID.randomUUID().toString()));
            case Event.Read read -> read(user, read.pages(), reads);
        }
    }

    /** Page by page, as deep as the user goes or to the end of the feed. */
    private void read(String user, int pages, Queue<Duration> reads) {
        String cursor = null;
        for (int page = 0; page < pages; page++) {
            long began = System.nanoTime();
            cursor = feedmill.homePage(user, PAGE, cursor).next();
            reads.add(Duration.ofNanos(System.nanoTime() - began));
            if (cursor == null) {
                return;
            }
        }
    }
}
