package io.feedmill.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.relay.Sweep;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A worker that delivers and sweeps only on demand. */
@Tag("full")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostQueueIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final CountDownLatch open = new CountDownLatch(1);
    private Feedmill feedmill;

    @BeforeAll
    void start() {
        feedmill = Feedmill.on(Endpoints.embedded())
                .worker(
                        new Part<>(WriteGate.class, worker -> this::waitUntilOpen),
                        "feedmill.fanout.slice-size=10",
                        "feedmill.listeners.concurrency=2",
                        "feedmill.relay.every=1h",
                        "feedmill.relay.accepted=1ms",
                        "feedmill.relay.stalled=1ms");
    }

    @AfterAll
    void stop() {
        open.countDown();
        feedmill.close();
    }

    private Optional<WriteGate.WritePermit> waitUntilOpen(int units, WriteOptions options) {
        try {
            open.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return WriteGate.open().acquire(units, options);
    }

    @Test
    void aFanOutWhoseQueuesArePurgedIsCompletedByTheSweep() {
        List<String> followers = feedmill.followers("ann", 200);
        PostId post = feedmill.publishAndSend("ann", "hello");
        awaitState(post, JobState.DELIVERING);
        feedmill.queues().purge(Queue.DELIVER);
        feedmill.queues().purge(Queue.PUBLISH);
        open.countDown();
        await().atMost(PATIENCE)
                .until(() -> feedmill.job(post).counts().delivered() > 0
                        && feedmill.queues().size(Queue.DELIVER) == 0);
        Job stuck = feedmill.job(post);
        assertThat(stuck.state()).isEqualTo(JobState.DELIVERING);
        assertThat(stuck.pending()).hasSizeGreaterThan(10);

        await().atMost(PATIENCE).until(() -> {
            feedmill.bean(Sweep.class).run();
            return feedmill.isComplete(post);
        });
        assertThat(feedmill.awaitComplete(post).counts()).isEqualTo(new Counts(200, 200, 0));
        Books.assertReached(feedmill, followers, List.of(post));
        Books.assertAgree(feedmill, "ann", List.of(post));
    }

    private void awaitState(PostId post, JobState state) {
        await().atMost(PATIENCE).until(() -> feedmill.job(post).state() == state);
    }
}
