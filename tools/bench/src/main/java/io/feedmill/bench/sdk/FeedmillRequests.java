package io.feedmill.bench.sdk;

import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** The requests of Feedmill's stores, recorded instead of sent. */
final class FeedmillRequests {
    /** Tables of the bench: in Feedmill's own, its workers would deliver what is written there. */
    static final TableSchema OWN_TABLES = new TableSchema("bare-");

    private static final int PAGE = 50;

    private FeedmillRequests() {}

    /** Returns the transactions that publish new posts with idempotency keys, in {@link #OWN_TABLES}. */
    static List<TransactWriteItemsRequest> publish(int posts) {
        Recorder recorder = new Recorder();
        Stores stores = stores(recorder, OWN_TABLES);
        return Stream.generate(Deliveries::post)
                .limit(posts)
                .map(post -> {
                    stores.publishing().publish(request(post));
                    return recorder.last(TransactWriteItemsRequest.class);
                })
                .toList();
    }

    private static PublishRequest request(Post post) {
        return new PublishRequest(
                post.id(), post.author(), post.text(), UUID.randomUUID().toString());
    }

    /** Returns the query for the first page of the user's home feed. */
    static QueryRequest homePage(String user) {
        Recorder recorder = new Recorder();
        stores(recorder, Deliveries.TABLES).feeds().page(FeedName.home(new UserId(user)), PageRequest.first(PAGE));
        return recorder.last(QueryRequest.class);
    }

    private static Stores stores(DynamoDbClient client, TableSchema schema) {
        TableSettings tables = new TableSettings(schema.prefix(), false, 16, 16, 8, 4, 64);
        return Stores.in(
                client,
                tables,
                new FeedSettings(Deliveries.RETENTION),
                new DynamoMetrics(new SimpleMeterRegistry()),
                WriteGate.open(),
                Clock.systemUTC());
    }

    private static final class Recorder implements DynamoDbClient {
        private DynamoDbRequest last = QueryRequest.builder().build();

        private <T extends DynamoDbRequest> T last(Class<T> type) {
            return type.cast(last);
        }

        @Override
        public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
            last = request;
            return TransactWriteItemsResponse.builder().build();
        }

        @Override
        public QueryResponse query(QueryRequest request) {
            last = request;
            return QueryResponse.builder().build();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }
}
