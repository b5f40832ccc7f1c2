package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job.Counts;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.Messages;
import io.feedmill.worker.work.WorkDeadlines;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A worker that stops leaves no message invisible to other workers. */
@Tag("full")
class StopIT {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    @AutoClose
    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded());

    private void assertNothingIsHeldOrDead() {
        for (Queue queue : Queue.values()) {
            assertThat(feedmill.queues().inFlight(queue)).as(queue.suffix()).isZero();
            assertThat(feedmill.queues().takeDead(queue)).as(queue.suffix()).isEmpty();
        }
    }

    private static void assertBegun(QueueMessage message) {
        assertThat(message)
                .isInstanceOfSatisfying(
                        Deliver.class,
                        slice -> assertThat(slice.rest().delivered()).isEqualTo(BatchWriter.BATCH));
    }

    /** Permits one batch to each handler. The next one waits until the worker stops: the handler has the answer to the first. */
    private record OneBatch(Set<Deadline> begun, Set<Deadline> waiting) implements WriteGate {

        @Override
        public Optional<WritePermit> acquire(int units, WriteOptions options) {
            if (begun.add(options.deadline())) {
                return WriteGate.open().acquire(units, options);
            }
            waiting.add(options.deadline());
            await().atMost(PATIENCE).until(() -> !options.allowAnotherCall());
            return Optional.empty();
        }
    }

    @Test
    void messagesInProcessAreRequeuedAtOnce() {
        OneBatch gate = new OneBatch(ConcurrentHashMap.newKeySet(), ConcurrentHashMap.newKeySet());
        feedmill.worker(
                new Part<>(WriteGate.class, worker -> gate),
                "feedmill.fanout.slice-size=500",
                "feedmill.listeners.stop-timeout=10s");
        List<String> followers = feedmill.followers("ann", 1_000);
        PostId post = feedmill.publishAndSend("ann", "hello");
        await().atMost(PATIENCE).until(() -> gate.waiting().size() == 2);

        feedmill.stopWorkers();
        assertThat(feedmill.queues().look(Queue.DELIVER))
                .hasSize(2)
                .extracting(Messages::decode)
                .allSatisfy(StopIT::assertBegun);
        assertNothingIsHeldOrDead();
        assertThat(feedmill.job(post).pending()).containsExactly(1, 2);
        assertThat(feedmill.queues().delayed(Queue.DELIVER)).isZero();
        assertThat(feedmill.stores().outbox().lease("next", Duration.ofSeconds(1)))
                .as("the stopped worker sweeps no shard")
                .containsExactly("next");

        feedmill.worker();
        assertThat(feedmill.awaitComplete(post).counts()).isEqualTo(new Counts(1_000, 1_000, 0));
        Books.assertReached(feedmill, followers, List.of(post));
        Books.assertAgree(feedmill, "ann", List.of(post));
    }

    /** Messages of an open poll are visible again before the process ends. */
    @Test
    void messagesReceivedDuringAStopAreReleasedAtOnce() {
        feedmill.worker("feedmill.listeners.poll-timeout=4s");
        WorkDeadlines deadlines = feedmill.bean(WorkDeadlines.class);
        CompletableFuture<Void> stop = CompletableFuture.runAsync(feedmill::stopWorkers);
        await().atMost(PATIENCE).until(deadlines::stopping);
        PostId post = feedmill.publish("bea", "hello");
        feedmill.queues().send(Queue.PUBLISH, MessageCodec.encode(Plan.of(JobId.of(post), user("bea"))));
        assertThat(stop).succeedsWithin(PATIENCE);
        assertNothingIsHeldOrDead();
        assertThat(feedmill.queues().size(Queue.PUBLISH)).isEqualTo(1);
        assertThat(feedmill.isComplete(post)).isFalse();
    }
}
