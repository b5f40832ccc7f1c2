package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.common.feed.FeedRows.HomeRows;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/**
 * Mastodon's way: one message a follower, sent ten at a time. Sixteen workers receive up to ten messages, write a row for each, and delete them
 * together. A round ends with its last message.
 */
public final class MessagePerFollower implements AutoCloseable {
    private static final int WORKERS = 16;
    private static final int BATCH = 10;

    private final DynamoDbClient store;
    private final SqsClient queues;
    private final String queue;

    /** Creates a queue of its own. */
    public MessagePerFollower(Endpoints endpoints) {
        this.store =
                BareCalls.at(endpoints.dynamoDb(), DynamoDbClient.builder()).build();
        this.queues = BareCalls.at(endpoints.queues(), SqsClient.builder()).build();
        this.queue = queues.createQueue(r -> r.queueName("peer-" + UUID.randomUUID()))
                .queueUrl();
    }

    /** Delivers to a sample of the followers: each takes as long as any other. */
    public Contender contender(Deliveries deliveries) {
        return Contender.peer("a message per follower", () -> run(deliveries));
    }

    private Map<Metric, Double> run(Deliveries deliveries) {
        List<HomeRows> posts = deliveries.rows();
        AtomicLong open = new AtomicLong(deliveries.count());
        AtomicBoolean sending = new AtomicBoolean();
        return Timing.of(() -> Timing.concurrently(1 + WORKERS, () -> {
                    if (sending.compareAndSet(false, true)) {
                        IntStream.range(0, posts.size()).forEach(post -> send(post, deliveries.recipients()));
                    } else {
                        work(posts, open);
                    }
                }))
                .ofDeliveries(deliveries.count());
    }

    /** As in Mastodon, a message names post and follower, and the workers know the post. */
    private void send(int post, List<String> users) {
        users.stream()
                .map(user -> post + " " + user)
                .gather(Gatherers.windowFixed(BATCH))
                .forEach(this::send);
    }

    private void send(List<String> bodies) {
        List<SendMessageBatchRequestEntry> entries = IntStream.range(0, bodies.size())
                .mapToObj(entry -> SendMessageBatchRequestEntry.builder()
                        .id(Integer.toString(entry))
                        .messageBody(bodies.get(entry))
                        .build())
                .toList();
        queues.sendMessageBatch(r -> r.queueUrl(queue).entries(entries));
    }

    private void work(List<HomeRows> posts, AtomicLong open) {
        while (open.get() > 0) {
            List<Message> messages = queues.receiveMessage(
                            r -> r.queueUrl(queue).maxNumberOfMessages(BATCH))
                    .messages();
            messages.forEach(message -> {
                String[] delivery = message.body().split(" ", 2);
                write(posts.get(Integer.parseInt(delivery[0])).of(new UserId(delivery[1])));
            });
            delete(messages);
            open.addAndGet(-messages.size());
        }
    }

    private void write(Map<String, AttributeValue> row) {
        store.putItem(r -> r.tableName(Deliveries.TABLE).item(row));
    }

    private void delete(List<Message> messages) {
        List<DeleteMessageBatchRequestEntry> entries = messages.stream()
                .map(message -> DeleteMessageBatchRequestEntry.builder()
                        .id(message.messageId())
                        .receiptHandle(message.receiptHandle())
                        .build())
                .toList();
        if (!entries.isEmpty()) {
            queues.deleteMessageBatch(r -> r.queueUrl(queue).entries(entries));
        }
    }

    @Override
    public void close() {
        try (store) {
            queues.close();
        }
    }
}
