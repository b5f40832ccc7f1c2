package io.feedmill.worker;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.worker.Feedmill.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.dynamo.WriteGate.WritePermit;
import io.feedmill.common.fanout.Deliver;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Content;
import io.feedmill.common.publish.Change;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.queue.QueueMessage;
import io.feedmill.common.queue.QueueSender;
import io.feedmill.common.queue.SqsQueueSender;
import io.feedmill.worker.relay.Sweep;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/** Messages that are lost and writes that come late. */
class RecoveryIT {
    private final Feedmill feedmill = Feedmill.on(Endpoints.embedded());
    private final CompletableFuture<Void> open = new CompletableFuture<>();

    @AfterEach
    void stop() {
        open.complete(null);
        feedmill.close();
    }

    /** Loses the first message of each odd slice. */
    private record Lossy(QueueSender sender, Set<List<Object>> lost) implements QueueSender {
        @Override
        public void sendAgain(Queue queue, String body, Instant firstSentAt, Duration delay) {
            sender.sendAgain(queue, body, firstSentAt, delay);
        }

        @Override
        public void send(QueueMessage message, Duration delay) {
            boolean loses = message instanceof Deliver slice
                    && slice.slice().number() % 2 == 1
                    && lost.add(List.of(slice.job(), slice.slice().number()));
            if (!loses) {
                sender.send(message, delay);
            }
        }
    }

    private double resent() {
        return feedmill.bean(MeterRegistry.class)
                .get("feedmill.relay.resent")
                .counter()
                .count();
    }

    /** The sweep runs on its schedule. */
    @Test
    void aPlanThatWasNeverSentAndSlicesWhoseMessagesAreLostAreSentByTheSweep() {
        feedmill.worker(
                new Part<>(
                        QueueSender.class,
                        worker -> new Lossy(worker.getBean(SqsQueueSender.class), ConcurrentHashMap.newKeySet())),
                "feedmill.fanout.slice-size=20",
                "feedmill.relay.every=200ms",
                "feedmill.relay.accepted=500ms",
                "feedmill.relay.stalled=1s");
        double before = resent();
        List<String> followers = feedmill.followers("unlucky", 95);
        Books.assertDelivered(feedmill, "unlucky", followers, feedmill.publish("unlucky", "hello"));
        // The plan, then the lost slices.
        assertThat(resent() - before).isGreaterThanOrEqualTo(2);
    }

    private Optional<WritePermit> waitUntilOpen(int units, WriteOptions options) {
        open.join();
        return WriteGate.open().acquire(units, options);
    }

    /** The worker delivers and sweeps only on demand. */
    @Tag("full")
    @Test
    void aFanOutWhoseQueuesArePurgedIsCompletedByTheSweep() {
        feedmill.worker(
                new Part<>(WriteGate.class, worker -> this::waitUntilOpen),
                "feedmill.fanout.slice-size=10",
                "feedmill.listeners.concurrency=2",
                "feedmill.relay.every=1h",
                "feedmill.relay.accepted=1ms",
                "feedmill.relay.stalled=1ms");
        List<String> followers = feedmill.followers("ann", 200);
        PostId post = feedmill.publishAndSend("ann", "hello");
        await().atMost(PATIENCE).until(() -> feedmill.job(post).state() == JobState.DELIVERING);
        feedmill.queues().purge(Queue.DELIVER);
        feedmill.queues().purge(Queue.PUBLISH);
        open.complete(null);
        await().atMost(PATIENCE)
                .until(() -> feedmill.job(post).counts().delivered() > 0
                        && feedmill.queues().size(Queue.DELIVER).total() == 0);
        Job stuck = feedmill.job(post);
        assertThat(stuck.state()).isEqualTo(JobState.DELIVERING);
        assertThat(stuck.pending()).hasSizeGreaterThan(10);

        await().atMost(PATIENCE).until(() -> {
            feedmill.bean(Sweep.class).run();
            return feedmill.isComplete(post);
        });
        Books.assertDelivered(feedmill, "ann", followers, post);
    }

    /** Leaves the first batch without an answer, and unsent. */
    private record Held(AtomicReference<BatchWriteItemRequest> first) implements ExecutionInterceptor {
        @Override
        public void beforeExecution(Context.BeforeExecution context, ExecutionAttributes attributes) {
            if (context.request() instanceof BatchWriteItemRequest batch && first.compareAndSet(null, batch)) {
                throw SdkClientException.create("no answer");
            }
        }
    }

    private void awaitVersion(long version) {
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(versions()).containsExactly(version));
    }

    private List<Long> versions() {
        return feedmill.stores().feeds().page(FeedName.home(user("bob")), PageRequest.first(10)).items().stream()
                .map(FeedItem::version)
                .toList();
    }

    /** It gets no answer, is sent again, and DynamoDB carries out its first request after a later change. */
    @Tag("full")
    @Test
    void aBatchOfRowsThatIsLateIsWrittenAgain() {
        AtomicReference<BatchWriteItemRequest> first = new AtomicReference<>();
        feedmill.followers("ann", List.of("bob"));
        feedmill.worker(
                new Part<>(DynamoDbClient.class, worker -> DynamoClients.create(8, List.of(new Held(first)))),
                "feedmill.listeners.deadline=30s",
                "feedmill.listeners.max-deadline=30s");
        PostId post = feedmill.publishAndSend("ann", "first version");
        feedmill.awaitComplete(post);
        awaitVersion(1);
        JobId edit = feedmill.change(post, new Change.Edit(Content.of("second version"), Duration.ZERO));
        feedmill.send(Plan.of(edit, user("ann")));
        feedmill.awaitComplete(edit);
        awaitVersion(2);
        try (DynamoDbClient client = DynamoClients.create(1, List.of())) {
            client.batchWriteItem(first.get());
        }
        assertThat(versions()).containsExactly(1L);
        awaitVersion(2);
    }
}
