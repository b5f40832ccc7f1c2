package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Sample;
import java.net.URI;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The loop of the articles: within the request that publishes, one PutItem a follower, one after the other. */
public final class ArticleLoop implements Contender, AutoCloseable {
    private final DynamoDbClient store;
    private final Deliveries deliveries;

    /** Takes a sample of the followers: each takes as long as any other. */
    public ArticleLoop(URI store, Deliveries deliveries) {
        this.store = SdkClients.at(store, DynamoDbClient.builder()).build();
        this.deliveries = deliveries;
    }

    @Override
    public String name() {
        return "loop of PutItem (%,d followers)"
                .formatted(deliveries.recipients().size());
    }

    @Override
    public Role role() {
        return Role.PEER;
    }

    @Override
    public Sample run() {
        List<HomeRows> posts = deliveries.items().stream().map(HomeRows::new).toList();
        return Timing.of(() -> posts.forEach(this::deliver)).ofDeliveries(deliveries.count());
    }

    private void deliver(HomeRows post) {
        for (String user : deliveries.recipients()) {
            Map<String, AttributeValue> row = post.row(user);
            store.putItem(r -> r.tableName(HomeRows.TABLE).item(row));
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
