package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.worker.Feedmill.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.dynamo.WriteGate.WritePermit;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.Messages;
import io.feedmill.worker.work.WorkDeadlines;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Messages in flight: no other worker sees them while their work lasts, and every worker sees them after a stop. */
@Tag("full")
class InFlightIT {
    @AutoClose
    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded());

    private final Set<Deadline> begun = ConcurrentHashMap.newKeySet();
    private final Set<Deadline> waiting = ConcurrentHashMap.newKeySet();

    private double count(String meter, Queue queue) {
        return feedmill.bean(MeterRegistry.class)
                .get(meter)
                .tag("queue", queue.suffix())
                .counter()
                .count();
    }

    /** Delays each batch write, as a busy table does. */
    private static Optional<WritePermit> slow(int units, WriteOptions options) {
        LockSupport.parkNanos(Duration.ofSeconds(2).toNanos());
        return WriteGate.open().acquire(units, options);
    }

    /** Two slices of seven batches, two seconds each: the work is longer than the visibility timeout. The other plan was received and released before. */
    @Test
    void aMessageWithLongWorkIsReceivedOnceAndARedeliveredOneIsCounted() {
        PostId receivedBefore = feedmill.publishAndSend("bea", "hello");
        assertThat(feedmill.queues().look(Queue.PUBLISH)).hasSize(1);
        feedmill.queues().visibility(Queue.DELIVER, Duration.ofSeconds(12));
        feedmill.worker(new Part<>(WriteGate.class, worker -> InFlightIT::slow), "feedmill.fanout.slice-size=175");
        feedmill.awaitComplete(receivedBefore);
        assertThat(count("feedmill.queue.redelivered", Queue.PUBLISH)).isEqualTo(1);
        List<String> followers = feedmill.followers("ann", 350);
        Books.assertDelivered(feedmill, "ann", followers, feedmill.publishAndSend("ann", "hello"));
        assertThat(count("feedmill.queue.redelivered", Queue.DELIVER)).isZero();
        assertThat(count("feedmill.queue.extended", Queue.DELIVER)).isGreaterThan(1);
    }

    private void assertNothingIsHeldOrDead() {
        for (Queue queue : Queue.values()) {
            assertThat(feedmill.queues().size(queue).inFlight())
                    .as(queue.suffix())
                    .isZero();
            assertThat(feedmill.queues().takeDead(queue)).as(queue.suffix()).isEmpty();
        }
    }

    /** Permits one batch to each handler. The next one waits until the worker stops: the handler has the answer to the first. */
    private Optional<WritePermit> oneBatch(int units, WriteOptions options) {
        if (begun.add(options.deadline())) {
            return WriteGate.open().acquire(units, options);
        }
        waiting.add(options.deadline());
        await().atMost(PATIENCE).until(() -> !options.allowAnotherCall());
        return Optional.empty();
    }

    @Test
    void messagesInProcessAreRequeuedAtOnce() {
        feedmill.worker(
                new Part<>(WriteGate.class, worker -> this::oneBatch),
                "feedmill.fanout.slice-size=500",
                "feedmill.listeners.stop-timeout=10s");
        List<String> followers = feedmill.followers("ann", 1_000);
        PostId post = feedmill.publishAndSend("ann", "hello");
        await().atMost(PATIENCE).until(() -> waiting.size() == 2);

        feedmill.stopWorkers();
        assertThat(feedmill.queues().look(Queue.DELIVER))
                .hasSize(2)
                .extracting(Messages::decode)
                .allSatisfy(message ->
                        assertThat(((Deliver) message).rest().delivered()).isEqualTo(BatchWriter.BATCH));
        assertNothingIsHeldOrDead();
        assertThat(feedmill.job(post).pending()).containsExactly(1, 2);
        assertThat(feedmill.queues().size(Queue.DELIVER).delayed()).isZero();
        assertThat(feedmill.stores().outbox().lease("next", Duration.ofSeconds(1)))
                .as("the stopped worker sweeps no shard")
                .containsExactly("next");

        feedmill.worker();
        Books.assertDelivered(feedmill, "ann", followers, post);
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
        assertThat(feedmill.queues().total(Queue.PUBLISH)).isEqualTo(1);
        assertThat(feedmill.isComplete(post)).isFalse();
    }
}
