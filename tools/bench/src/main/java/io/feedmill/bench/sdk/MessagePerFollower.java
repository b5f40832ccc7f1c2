package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.DeleteMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.Message;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import tools.jackson.databind.json.JsonMapper;

/**
 * Mastodon's way: one message a follower, sent ten at a time. Sixteen workers receive up to ten messages, write a row for each, and delete them
 * together. A round ends with its last message.
 */
public final class MessagePerFollower implements AutoCloseable {
    private static final int WORKERS = 16;
    private static final int BATCH = 10;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final DynamoDbClient store;
    private final SqsClient queues;
    private final String queue;

    /** Creates a queue of its own. */
    public MessagePerFollower(Endpoints endpoints) {
        this.store =
                SdkClients.at(endpoints.dynamoDb(), DynamoDbClient.builder()).build();
        this.queues = SdkClients.at(endpoints.queues(), SqsClient.builder()).build();
        this.queue = queues.createQueue(r -> r.queueName("peer-" + UUID.randomUUID()))
                .queueUrl();
    }

    /** The body of a message. */
    private record Delivery(String user, String post, String author, String text, long version) {
        static String encode(String user, Post post) {
            return JSON.writeValueAsString(
                    new Delivery(user, post.id().value(), post.author().value(), post.text(), post.version()));
        }

        Deliveries.Rows rows() {
            return Deliveries.Rows.of(new Post(PostId.parse(post), new UserId(author), text, version));
        }
    }

    /** Delivers to a sample of the followers: each takes as long as any other. */
    public Contender contender(Deliveries deliveries) {
        return Contender.peer("a message per follower", () -> run(deliveries));
    }

    private Sample run(Deliveries deliveries) {
        List<Post> posts = deliveries.create();
        AtomicLong open = new AtomicLong(deliveries.count());
        AtomicBoolean sending = new AtomicBoolean();
        return Timing.of(() -> Timing.concurrently(1 + WORKERS, () -> {
                    if (sending.compareAndSet(false, true)) {
                        posts.forEach(post -> send(post, deliveries.recipients()));
                    } else {
                        work(open);
                    }
                }))
                .ofDeliveries(deliveries.count());
    }

    private void send(Post post, List<String> users) {
        users.stream()
                .map(user -> Delivery.encode(user, post))
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

    private void work(AtomicLong open) {
        while (open.get() > 0) {
            List<Message> messages = queues.receiveMessage(
                            r -> r.queueUrl(queue).maxNumberOfMessages(BATCH))
                    .messages();
            messages.forEach(message -> write(JSON.readValue(message.body(), Delivery.class)));
            delete(messages);
            open.addAndGet(-messages.size());
        }
    }

    private void write(Delivery delivery) {
        store.putItem(r -> r.tableName(Deliveries.TABLE).item(delivery.rows().row(delivery.user())));
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
