package io.feedmill.bench.peer;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import io.feedmill.bench.work.SdkClients;
import io.feedmill.bench.work.Timing;
import io.feedmill.common.feed.FeedItem;
import java.net.URI;
import java.util.List;
import java.util.stream.Gatherers;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The usual function: beans, which the enhanced client writes 25 at a time, one batch after the other; what comes back is written again. */
public final class EnhancedBatches implements Contender, AutoCloseable {
    private final DynamoDbClient store;
    private final DynamoDbEnhancedClient enhanced;
    private final DynamoDbTable<FeedBean> table;
    private final Deliveries deliveries;

    public EnhancedBatches(URI store, Deliveries deliveries) {
        this(SdkClients.at(store, DynamoDbClient.builder()).build(), deliveries);
    }

    EnhancedBatches(DynamoDbClient store, Deliveries deliveries) {
        this.store = store;
        this.enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(store).build();
        this.table = enhanced.table(HomeRows.TABLE, TableSchema.fromBean(FeedBean.class));
        this.deliveries = deliveries;
    }

    @Override
    public String name() {
        return "enhanced client, batch after batch";
    }

    @Override
    public Role role() {
        return Role.PEER;
    }

    @Override
    public Sample run() {
        List<FeedItem> posts = deliveries.items();
        return Timing.of(() -> posts.forEach(this::deliver)).sample(Metric.DELIVERIES_PER_SECOND, deliveries.count());
    }

    private void deliver(FeedItem post) {
        deliveries.recipients().stream()
                .map(user -> FeedBean.of(user, post))
                .gather(Gatherers.windowFixed(HomeRows.BATCH))
                .forEach(this::write);
    }

    private void write(List<FeedBean> beans) {
        List<FeedBean> left = beans;
        while (!left.isEmpty()) {
            WriteBatch.Builder<FeedBean> batch =
                    WriteBatch.builder(FeedBean.class).mappedTableResource(table);
            left.forEach(batch::addPutItem);
            left = enhanced.batchWriteItem(r -> r.writeBatches(batch.build())).unprocessedPutItemsForTable(table);
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
