package io.feedmill.bench.sdk;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStore;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.context.ConfigurableApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** The requests of Feedmill's stores, recorded instead of sent. */
public final class FeedmillRequests {
    /** Tables of the bench: in Feedmill's own, its workers would deliver what is written there. */
    static final TableSchema OWN_TABLES = new TableSchema("bare-");

    private static final int PAGE = 50;

    private FeedmillRequests() {}

    /** Returns the transactions that publish new posts with idempotency keys, in {@link #OWN_TABLES}. */
    static List<TransactWriteItemsRequest> publish(int posts) {
        Deque<Object> requests = new ArrayDeque<>();
        try (ConfigurableApplicationContext beans = beans(requests, OWN_TABLES)) {
            PostStore store = beans.getBean(PostStore.class);
            Stream.generate(Deliveries::post)
                    .limit(posts)
                    .map(post -> new Post(
                            post.id(), post.author(), Content.of(post.text()), 1, null, Audience.everyone(), Mode.PUSH))
                    .forEach(post -> store.publish(post, UUID.randomUUID().toString()));
        }
        return requests.stream().map(TransactWriteItemsRequest.class::cast).toList();
    }

    /** Returns the queries for the first pages of the users' home feeds. */
    public static List<QueryRequest> homePages(List<String> users) {
        Deque<Object> requests = new ArrayDeque<>();
        try (ConfigurableApplicationContext beans = beans(requests, Deliveries.TABLES)) {
            FeedStore feeds = beans.getBean(FeedStore.class);
            users.forEach(user -> feeds.page(FeedName.home(new UserId(user)), PageRequest.first(PAGE)));
        }
        return requests.stream().map(QueryRequest.class::cast).toList();
    }

    /** Returns the queries for what the users' pages leave out. */
    public static List<QueryRequest> readerRows(List<String> users) {
        Deque<Object> requests = new ArrayDeque<>();
        try (ConfigurableApplicationContext beans = beans(requests, Deliveries.TABLES)) {
            ReaderStore readers = beans.getBean(ReaderStore.class);
            users.forEach(user -> readers.view(new UserId(user)).hidden());
        }
        return requests.stream().map(QueryRequest.class::cast).toList();
    }

    private static ConfigurableApplicationContext beans(Deque<Object> requests, TableSchema schema) {
        TableSettings tables = new TableSettings(schema.prefix(), false, 64, 64, 8, 64);
        return CommonConfiguration.start(
                recorder(requests),
                tables,
                new FeedSettings(Deliveries.RETENTION),
                new DynamoMetrics(new SimpleMeterRegistry(), List.of()));
    }

    /** Returns a client that answers every call with an empty response, and adds its request. */
    private static DynamoDbClient recorder(Deque<Object> requests) {
        return (DynamoDbClient) Proxy.newProxyInstance(
                DynamoDbClient.class.getClassLoader(),
                new Class<?>[] {DynamoDbClient.class},
                (client, call, arguments) -> {
                    if (call.getName().equals("close")) {
                        return null;
                    }
                    requests.add(arguments[0]);
                    return switch (arguments[0]) {
                        case QueryRequest query -> QueryResponse.builder().build();
                        default -> TransactWriteItemsResponse.builder().build();
                    };
                });
    }
}
