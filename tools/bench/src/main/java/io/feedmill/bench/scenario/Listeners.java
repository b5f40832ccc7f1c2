package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.client.FeedmillClient.LiveEvent;
import io.feedmill.client.Post.NewPost;
import io.feedmill.client.ProblemException;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Users who listen to their live home feeds, each on a connection, and follow {@link #author}. Thread-safe. */
final class Listeners implements AutoCloseable {
    private static final int OPENED_AT_ONCE = 16;
    private static final Duration BETWEEN_POSTS = Duration.ofSeconds(2);
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<Stream<LiveEvent>> streams;
    private final Queue<Put> puts = new ConcurrentLinkedQueue<>();
    private final AtomicInteger toldOfTheEnd = new AtomicInteger();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /** An event about a post, and when it came, in nanoseconds. */
    private record Put(String post, long at) {}

    private Listeners(List<Stream<LiveEvent>> streams) {
        this.streams = streams;
    }

    /** Returns once all connections are open. */
    static Listeners open(Feedmill feedmill, List<String> users) {
        Listeners listeners = new Listeners(users.stream()
                .gather(Gatherers.mapConcurrent(
                        OPENED_AT_ONCE, user -> feedmill.client().liveHomeFeed(user)))
                .toList());
        listeners.streams.forEach(events -> listeners.threads.execute(() -> listeners.listen(events)));
        return listeners;
    }

    /** The author whom this number of users follow. */
    static String author(int followers) {
        return "author-of-" + followers;
    }

    int count() {
        return streams.size();
    }

    private void listen(Stream<LiveEvent> events) {
        try (events) {
            events.forEach(event -> {
                if (event instanceof LiveEvent.Put put) {
                    puts.add(new Put(put.item().post(), System.nanoTime()));
                } else if (event instanceof LiveEvent.End) {
                    toldOfTheEnd.incrementAndGet();
                }
            });
        } catch (ProblemException e) {
            // It is closed. If it was cut, its events are missed.
        }
    }

    /** Publishes until it is over, and returns how long after the answers the events came. Throws a {@link StepFailure} if one does not come. */
    Map<Metric, Double> hear(Feedmill feedmill, BooleanSupplier over) {
        puts.clear();
        Map<String, Long> answered = new HashMap<>();
        while (!over.getAsBoolean()) {
            NewPost post = new NewPost(author(count()), Posts.TEXT);
            answered.put(feedmill.client().publishPost(post).id(), System.nanoTime());
            RunClock.pause(BETWEEN_POSTS);
        }
        int expected = answered.size() * count();
        if (!RunClock.await(() -> puts.size() >= expected, POLL, LIMIT)) {
            throw new StepFailure("Of %,d events %,d came.".formatted(expected, puts.size()));
        }
        Histogram delays = new Histogram(3);
        puts.forEach(put -> delays.recordValue(Math.max(0, put.at() - answered.getOrDefault(put.post(), put.at()))));
        return Map.of(
                Metric.P50_MILLIS, delays.getValueAtPercentile(50) / 1e6,
                Metric.P99_MILLIS, delays.getValueAtPercentile(99) / 1e6);
    }

    /** Waits until all streams have ended, and returns how many ended by an event. */
    int awaitEnd() {
        threads.close();
        return toldOfTheEnd.get();
    }

    @Override
    public void close() {
        streams.forEach(Stream::close);
        threads.close();
    }
}
