package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import io.feedmill.stack.load.Parallel;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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
public final class MessagePerFollower implements Contender, AutoCloseable {
    private static final int WORKERS = 16;
    private static final int BATCH = 10;
    private static final JsonMapper JSON = JsonMapper.shared();

    private final DynamoDbClient store;
    private final SqsClient queues;
    private final String queue;
    private final Deliveries deliveries;

    /** Creates a queue of its own. */
    public MessagePerFollower(Endpoints endpoints, Deliveries deliveries) {
        this.store =
                SdkClients.at(endpoints.dynamoDb(), DynamoDbClient.builder()).build();
        this.queues = SdkClients.at(endpoints.queues(), SqsClient.builder()).build();
        this.queue = queues.createQueue(r -> r.queueName("peer-" + UUID.randomUUID()))
                .queueUrl();
        this.deliveries = deliveries;
    }

    /** The body of a message. */
    private record Delivery(String user, String post, String author, String text, long revision) {
        static Delivery of(String user, FeedItem item) {
            return new Delivery(user, item.post().value(), item.author(), item.text(), item.revision());
        }

        HomeRows rows() {
            return new HomeRows(FeedItem.of(new Post(PostId.parse(post), author, text, revision), Via.FOLLOW));
        }
    }

    @Override
    public String name() {
        return "a message per follower";
    }

    @Override
    public Role role() {
        return Role.PEER;
    }

    @Override
    public Sample run() {
        List<FeedItem> posts = deliveries.items();
        return Timing.of(() -> deliver(posts)).ofDeliveries(deliveries.count());
    }

    private void deliver(List<FeedItem> posts) {
        AtomicLong open = new AtomicLong(deliveries.count());
        Stream<Runnable> sender = Stream.of(() -> send(posts, open));
        Stream<Runnable> workers =
                Stream.<Runnable>generate(() -> () -> work(open)).limit(WORKERS);
        Parallel.map(Stream.concat(sender, workers).toList(), 1 + WORKERS, part -> {
            part.run();
            return true;
        });
    }

    private void send(List<FeedItem> posts, AtomicLong open) {
        try {
            posts.forEach(post -> deliveries.recipients().stream()
                    .map(user -> JSON.writeValueAsString(Delivery.of(user, post)))
                    .gather(Gatherers.windowFixed(BATCH))
                    .forEach(this::send));
        } catch (RuntimeException e) {
            // The workers would wait for the rest forever.
            open.set(0);
            throw e;
        }
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
        store.putItem(r -> r.tableName(HomeRows.TABLE).item(delivery.rows().row(delivery.user())));
    }

    private void delete(List<Message> messages) {
        if (messages.isEmpty()) {
            return;
        }
        List<DeleteMessageBatchRequestEntry> entries = messages.stream()
                .map(message -> DeleteMessageBatchRequestEntry.builder()
                        .id(message.messageId())
                        .receiptHandle(message.receiptHandle())
                        .build())
                .toList();
        queues.deleteMessageBatch(r -> r.queueUrl(queue).entries(entries));
    }

    @Override
    public void close() {
        try (store) {
            queues.close();
        }
    }
}
