package io.feedmill.bench.sdk;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.Plan;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.HomeRows;
import io.feedmill.common.follow.ReaderRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.MessageCodec;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.emulators.EmulatorProcesses;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * Creates the contenders that call the SDK themselves. They run until this is closed. Those that are a limit have the clients that take least CPU:
 * Apache's HTTP client, no retries, no timeouts. The clients ignore the user's AWS settings, which may name a real account.
 */
public final class BareCalls implements AutoCloseable {
    /** The names of contenders. */
    public static final String POSTS = "bare transaction and send";

    public static final String PAGES = "bare Query of 50, and of the reader's rows";
    public static final String WRITES = "bare BatchWriteItem";

    private static final int CONNECTIONS = 64;
    private static final String ON_READ = "on-read";

    /** Faster than 4, and no slower than 32. */
    private static final int BATCHES_AT_ONCE = 16;

    private final DynamoDbClient store;
    private final SqsClient queues;

    /** Has the SDK's defaults. */
    private final DynamoDbClient defaultStore;

    public BareCalls(Endpoints endpoints) {
        this.store = fastest(endpoints.dynamoDb(), DynamoDbClient.builder());
        this.queues = fastest(endpoints.queues(), SqsClient.builder());
        this.defaultStore = at(endpoints.dynamoDb(), DynamoDbClient.builder()).build();
    }

    static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C fastest(URI endpoint, B builder) {
        return at(endpoint, builder)
                .httpClientBuilder(Apache5HttpClient.builder().maxConnections(CONNECTIONS))
                .overrideConfiguration(c -> c.retryStrategy(AwsRetryStrategy.doNotRetry()))
                .build();
    }

    /** Sets the address and leaves the SDK's defaults. */
    public static <B extends AwsClientBuilder<B, C>, C> B at(URI endpoint, B builder) {
        return builder.endpointOverride(endpoint)
                .region(Region.of(EmulatorProcesses.REGION))
                .credentialsProvider(
                        StaticCredentialsProvider.create(AwsBasicCredentials.create("feedmill", "feedmill")));
    }

    /** Writes the deliveries in batches of 25. */
    public Contender writes(Deliveries deliveries) {
        return Contender.limit(WRITES, () -> {
            IntFunction<BatchWriteItemRequest> requests = deliveries.round();
            return Timing.ofCalls(
                            deliveries.batches(), BATCHES_AT_ONCE, call -> store.batchWriteItem(requests.apply(call)))
                    .ofDeliveries(deliveries.count());
        });
    }

    /** Writes new posts to home feeds, and after each of them one of each author to the author feeds. */
    public void write(Deliveries feeds, List<String> authors) {
        for (int post = 0; post < feeds.posts(); post++) {
            HomeRows rows = Deliveries.rows(Deliveries.post());
            put(FeedRows.HOMES, feeds.recipients().stream().map(UserId::new).map(rows::of));
            put(FeedRows.AUTHORS, authors.stream().map(Deliveries::authorRow));
        }
    }

    private void put(Table table, Stream<? extends Map<String, AttributeValue>> rows) {
        rows.map(BatchWriter::put)
                .gather(Gatherers.windowFixed(Deliveries.BATCH))
                .forEach(batch ->
                        store.batchWriteItem(r -> r.requestItems(Map.of(Deliveries.TABLES.name(table), batch))));
    }

    /** Replaces the list of authors on read, for the pages of all readers or of followers, with the notices by which APIs know it. */
    public void list(List<String> authors, boolean everyone) {
        String table = Deliveries.TABLES.name(JobRows.TABLE);
        List<Map<String, AttributeValue>> before = store.query(r -> r.tableName(table)
                        .keyConditionExpression("pk = :pk")
                        .projectionExpression("pk, sk")
                        .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(ON_READ))))
                .items();
        before.forEach(key -> store.deleteItem(r -> r.tableName(table).key(key)));
        put(
                JobRows.TABLE,
                authors.stream()
                        .map(author -> Attributes.key(ON_READ, author))
                        .map(row -> everyone ? row.flag("everyone") : row));
        RecallRows recalls = new RecallRows(RecallRows.SHARDS, () -> Duration.ZERO);
        JobId change = JobId.of(Deliveries.post().id());
        put(
                RecallRows.TABLE,
                Stream.concat(before.stream().map(key -> new Row(key).sk()), authors.stream())
                        .distinct()
                        .map(author -> recalls.row(new ChangeNotice.OfListing(new UserId(author), change))));
    }

    /** Writes when these users were seen, and thereby ends their gaps. */
    public void seen(Map<String, Long> ticks) {
        put(
                ReaderRows.TABLE,
                ticks.entrySet().stream()
                        .map(user -> Attributes.key(user.getKey(), "active").number("seen", user.getValue())));
    }

    /** The loop of the articles: within the request that publishes, one PutItem a follower, one after the other. */
    public Contender loop(Deliveries deliveries) {
        String name = "loop of PutItem (%,d followers)"
                .formatted(deliveries.recipients().size());
        return Contender.peer(name, () -> {
            List<HomeRows> posts = deliveries.rows();
            return Timing.of(() -> posts.forEach(post -> deliveries
                            .recipients()
                            .forEach(user -> defaultStore.putItem(
                                    r -> r.tableName(Deliveries.TABLE).item(post.of(new UserId(user)))))))
                    .ofDeliveries(deliveries.count());
        });
    }

    /** Publishes posts: for each its transaction, in tables of its own, and the message for the planner, in a queue of its own. */
    public Contender posts(int count, int atOnce) {
        FeedmillRequests.OWN_TABLES.create(store, CommonConfiguration.tables());
        String queue = queues.createQueue(r -> r.queueName("bare-" + UUID.randomUUID()))
                .queueUrl();
        Post post = Deliveries.post();
        String message = MessageCodec.encode(Plan.of(JobId.of(post.id()), post.author()));
        return Contender.limit(POSTS, () -> {
            List<TransactWriteItemsRequest> requests = FeedmillRequests.publish(count);
            return Timing.ofCalls(count, atOnce, call -> {
                        store.transactWriteItems(requests.get(call));
                        queues.sendMessage(r -> r.queueUrl(queue)
                                .messageBody(message)
                                .messageGroupId(post.author().value())
                                .delaySeconds(0));
                    })
                    .perCall();
        });
    }

    /** Reads first pages of 50 of home feeds and the rows of their readers, several pages at once, by the API's two queries, one after the other. */
    public Contender pages(List<String> readers, int count, int atOnce) {
        List<QueryRequest> feeds = FeedmillRequests.homePages(readers);
        List<QueryRequest> rows = FeedmillRequests.readerRows(readers);
        return Contender.limit(
                PAGES,
                () -> Timing.ofCalls(count, atOnce, call -> {
                            int next = call % readers.size();
                            store.query(rows.get(next));
                            store.query(feeds.get(next));
                        })
                        .perCall());
    }

    @Override
    public void close() {
        try (store;
                defaultStore) {
            queues.close();
        }
    }
}
