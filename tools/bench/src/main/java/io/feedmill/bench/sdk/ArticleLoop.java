package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Sample;
import java.net.URI;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The loop of the articles: within the request that publishes, one PutItem a follower, one after the other. */
public final class ArticleLoop implements AutoCloseable {
    private final DynamoDbClient store;

    public ArticleLoop(URI store) {
        this.store = SdkClients.at(store, DynamoDbClient.builder()).build();
    }

    /** Delivers to a sample of the followers: each takes as long as any other. */
    public Contender contender(Deliveries deliveries) {
        return Contender.peer(
                "loop of PutItem (%,d followers)"
                        .formatted(deliveries.recipients().size()),
                () -> run(deliveries));
    }

    private Sample run(Deliveries deliveries) {
        List<Deliveries.Rows> posts = deliveries.rows();
        return Timing.of(() -> posts.forEach(post -> deliveries.recipients().forEach(user -> put(post.row(user)))))
                .ofDeliveries(deliveries.count());
    }

    private void put(Map<String, AttributeValue> row) {
        store.putItem(r -> r.tableName(Deliveries.TABLE).item(row));
    }

    @Override
    public void close() {
        store.close();
    }
}
