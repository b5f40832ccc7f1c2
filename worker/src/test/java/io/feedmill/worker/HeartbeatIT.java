package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.Queue;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Queues that somebody created with a visibility timeout shorter than the work of a message. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeartbeatIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(6);

    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded());

    @BeforeAll
    void start() {
        feedmill.queues().visibility(Queue.DELIVER, TIMEOUT);
        feedmill.worker(SlowGate.of(Duration.ofSeconds(2)), "feedmill.fanout.slice-size=125");
    }

    @AfterAll
    void stop() {
        feedmill.close();
    }

    private double count(String meter) {
        return feedmill.bean(MeterRegistry.class)
                .get(meter)
                .tag("queue", Queue.DELIVER.suffix())
                .counter()
                .count();
    }

    /** Two slices of five batches, two seconds each: longer than they would be invisible. */
    @Test
    void aMessageWhoseWorkLastsIsReceivedOnce() {
        List<String> followers = feedmill.followers("ann", 250);
        PostId post = feedmill.publishAndSend("ann", "hello");
        assertThat(feedmill.awaitComplete(post).counts()).isEqualTo(new Counts(250, 250, 0));
        assertThat(count("feedmill.queue.redelivered")).isZero();
        assertThat(count("feedmill.queue.extended")).isGreaterThan(1);
        Books.assertReached(feedmill, followers, List.of(post));
        Books.assertAgree(feedmill, "ann", List.of(post));
    }
}
