package io.feedmill.bench.peer;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import io.feedmill.bench.work.SdkClients;
import io.feedmill.bench.work.Timing;
import io.feedmill.common.feed.FeedItem;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Mastodon's way: a message for each follower, sent ten at a time. Sixteen workers receive as many at once as they get, write a row for each, and
 * acknowledge them together. It is over when all messages are.
 */
public final class MessagePerFollower implements Contender, AutoCloseable {
    private static final int WORKERS = 16;

    private final DynamoDbClient store;
    private final SqsClient queues;
    private final DynamoDbTable<FeedBean> table;
    private final RowQueue queue;
    private final Deliveries deliveries;

    /** Creates a queue of its own. */
    public MessagePerFollower(Endpoints endpoints, Deliveries deliveries) {
        this.store =
                SdkClients.at(endpoints.dynamoDb(), DynamoDbClient.builder()).build();
        this.queues = SdkClients.at(endpoints.queues(), SqsClient.builder()).build();
        this.table = DynamoDbEnhancedClient.builder()
                .dynamoDbClient(store)
                .build()
                .table(HomeRows.TABLE, TableSchema.fromBean(FeedBean.class));
        this.queue = RowQueue.create(queues, "peer-" + UUID.randomUUID());
        this.deliveries = deliveries;
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
        return Timing.of(() -> deliver(posts)).sample(Metric.DELIVERIES_PER_SECOND, deliveries.count());
    }

    private void deliver(List<FeedItem> posts) {
        AtomicLong open = new AtomicLong(deliveries.count());
        Stream<Runnable> sender = Stream.of(() -> send(posts, open));
        Stream<Runnable> workers =
                Stream.<Runnable>generate(() -> () -> work(open)).limit(WORKERS);
        Stream.concat(sender, workers)
                .gather(Gatherers.mapConcurrent(1 + WORKERS, part -> {
                    part.run();
                    return true;
                }))
                .forEach(done -> {});
    }

    private void send(List<FeedItem> posts, AtomicLong open) {
        try {
            posts.forEach(post -> deliveries.recipients().stream()
                    .map(user -> FeedBean.of(user, post))
                    .gather(Gatherers.windowFixed(RowQueue.BATCH))
                    .forEach(queue::send));
        } catch (RuntimeException e) {
            // Nobody waits for what will not come.
            open.set(0);
            throw e;
        }
    }

    private void work(AtomicLong open) {
        while (open.get() > 0) {
            open.addAndGet(-queue.take(table::putItem));
        }
    }

    @Override
    public void close() {
        try (store;
                queues) {
            queue.delete();
        }
    }
}
