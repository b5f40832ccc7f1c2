package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.Queue;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Queues with a visibility timeout shorter than the work of a message. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HeartbeatIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(12);

    @AutoClose
    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded());

    /** The plan of this post is received and released before any worker runs. */
    private PostId receivedBefore;

    @BeforeAll
    void start() {
        receivedBefore = feedmill.publishAndSend("bea", "hello");
        assertThat(feedmill.queues().look(Queue.PUBLISH)).hasSize(1);
        feedmill.queues().visibility(Queue.DELIVER, TIMEOUT);
        feedmill.worker(SlowGate.of(Duration.ofSeconds(2)), "feedmill.fanout.slice-size=175");
    }

    private double count(String meter, Queue queue) {
        return feedmill.bean(MeterRegistry.class)
                .get(meter)
                .tag("queue", queue.suffix())
                .counter()
                .count();
    }

    @Test
    void aRedeliveredMessageIncreasesTheRedeliveryCounter() {
        feedmill.awaitComplete(receivedBefore);
        assertThat(count("feedmill.queue.redelivered", Queue.PUBLISH)).isEqualTo(1);
    }

    /** Two slices of seven batches, two seconds each: the work is longer than the visibility timeout. */
    @Test
    void aMessageWithLongWorkIsReceivedOnce() {
        List<String> followers = feedmill.followers("ann", 350);
        PostId post = feedmill.publishAndSend("ann", "hello");
        assertThat(feedmill.awaitComplete(post).counts()).isEqualTo(new Counts(350, 350, 0));
        assertThat(count("feedmill.queue.redelivered", Queue.DELIVER)).isZero();
        assertThat(count("feedmill.queue.extended", Queue.DELIVER)).isGreaterThan(1);
        Books.assertReached(feedmill, followers, List.of(post));
        Books.assertAgree(feedmill, "ann", List.of(post));
    }
}
