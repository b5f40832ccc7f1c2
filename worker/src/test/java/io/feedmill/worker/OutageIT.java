package io.feedmill.worker;

import static io.feedmill.worker.Feedmill.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.health.Breakers;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** An outage of the store or the queue for the worker only. Publishers reach both all the time. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OutageIT {
    private static final int POSTS = 20;

    private final Endpoints servers = Endpoints.embedded();
    private final Feedmill feedmill = Feedmill.on(servers);
    private Forwarder store;
    private Forwarder queue;

    @BeforeAll
    void start() throws IOException {
        store = new Forwarder(servers.dynamoDb());
        queue = new Forwarder(servers.sqs());
        new Endpoints(store.uri(), queue.uri()).use();
        feedmill.worker(
                "feedmill.fanout.slice-size=5",
                "feedmill.breaker.window=10",
                "feedmill.breaker.minimum-calls=5",
                "feedmill.breaker.open=1s",
                "feedmill.relay.every=1s");
        servers.use();
    }

    @AfterAll
    void stop() throws IOException {
        feedmill.close();
        store.close();
        queue.close();
    }

    private List<PostId> publish(String author) {
        return IntStream.range(0, POSTS)
                .mapToObj(n -> feedmill.publishAndSend(author, "post " + n))
                .toList();
    }

    /** Waits until the details match these patterns. */
    private void awaitHealth(String store, String queue) {
        Breakers breakers = feedmill.bean(Breakers.class);
        await().atMost(PATIENCE)
                .until(
                        () -> breakers.health().getDetails(),
                        details -> String.valueOf(details.get("store")).matches(store)
                                && String.valueOf(details.get("queue")).matches(queue));
    }

    private boolean paused() {
        return feedmill.bean(MeterRegistry.class).get("feedmill.polling.paused").gauges().stream()
                .mapToDouble(Gauge::value)
                .allMatch(value -> value == 1);
    }

    private void assertAllArrive(String author, List<String> followers, List<PostId> posts) {
        posts.forEach(feedmill::awaitComplete);
        Books.assertReached(feedmill, followers, posts);
        Books.assertAgree(feedmill, author, posts);
        for (Queue each : Queue.values()) {
            assertThat(feedmill.queues().takeDead(each)).isEmpty();
        }
    }

    /**
     * Messages received before the outage are requeued: left to its visibility timeout it would be in flight for longer than the test
     * waits.
     */
    @Test
    void aLostStorePausesPollingAndUsesNoReceives() throws IOException {
        List<String> followers = feedmill.followers("ann", 12);
        store.cut();
        List<PostId> posts = publish("ann");
        awaitHealth("open: [A-Za-z]+Exception", "closed");
        await().atMost(PATIENCE).until(this::paused);
        await().atMost(PATIENCE)
                .until(() -> feedmill.queues().size(Queue.PUBLISH).inFlight() == 0
                        && feedmill.queues().total(Queue.PUBLISH) == POSTS);

        store.mend();
        assertAllArrive("ann", followers, posts);
        awaitHealth("closed", "closed");
    }

    @Test
    void aLostQueueIsPolledAgainWhenItIsBack() throws IOException {
        List<String> followers = feedmill.followers("bea", 12);
        queue.cut();
        awaitHealth("closed", "open: [A-Za-z]+Exception");
        List<PostId> posts = publish("bea");

        queue.mend();
        assertAllArrive("bea", followers, posts);
        awaitHealth("closed", "closed");
    }
}
