package io.feedmill.bench.peer;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import io.feedmill.bench.work.SdkClients;
import io.feedmill.bench.work.Timing;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Gatherers;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The asynchronous client, which gets all batches of a post at once, and whose own queues and retries are to see to the rest. What comes back as
 * unprocessed, or fails after the retries, is lost, and is no delivery.
 */
public final class AllAtOnce implements Contender, AutoCloseable {
    private final DynamoDbAsyncClient store;
    private final Deliveries deliveries;

    public AllAtOnce(URI store, Deliveries deliveries) {
        this(SdkClients.at(store, DynamoDbAsyncClient.builder()).build(), deliveries);
    }

    AllAtOnce(DynamoDbAsyncClient store, Deliveries deliveries) {
        this.store = store;
        this.deliveries = deliveries;
    }

    @Override
    public String name() {
        return "async client, all batches at once";
    }

    @Override
    public Role role() {
        return Role.PEER;
    }

    @Override
    public Sample run() {
        List<HomeRows> posts = deliveries.items().stream().map(HomeRows::new).toList();
        LongAdder lost = new LongAdder();
        Timing timing = Timing.of(() -> posts.forEach(post -> deliver(post, lost)));
        return timing.sample(Metric.DELIVERIES_PER_SECOND, Math.max(1, deliveries.count() - lost.sum()))
                .with(Metric.LOST, (double) lost.sum());
    }

    private void deliver(HomeRows post, LongAdder lost) {
        CompletableFuture<?>[] batches = deliveries.recipients().stream()
                .gather(Gatherers.windowFixed(HomeRows.BATCH))
                .map(users -> store.batchWriteItem(post.batch(users))
                        .handle((response, failure) -> failure == null ? unprocessed(response) : users.size())
                        .thenAccept(lost::add))
                .toArray(CompletableFuture<?>[]::new);
        CompletableFuture.allOf(batches).join();
    }

    private static int unprocessed(BatchWriteItemResponse response) {
        return response.unprocessedItems().values().stream()
                .mapToInt(List<WriteRequest>::size)
                .sum();
    }

    @Override
    public void close() {
        store.close();
    }
}
