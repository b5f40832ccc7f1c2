package io.feedmill.testkit.server;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.StoredRows;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The stores in new tables, with the default settings, their clock, and changes that only time or a crash makes. */
public final class DynamoBackend extends StoredRows {
    private static final FeedSettings FEEDS = new FeedSettings(Duration.ofDays(30));

    private final SettableClock clock;
    private final RecordedRequests requests;
    private final DynamoDbClient client;
    private final Stores stores;

    private DynamoBackend(DynamoDbClient client, RecordedRequests requests, SettableClock clock, TableSettings tables) {
        super(client, tables.schema());
        this.client = client;
        this.requests = requests;
        this.clock = clock;
        DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry(), List.of());
        ListableBeanFactory beans = CommonConfiguration.start(client, tables, FEEDS, metrics, clock);
        Collection<Table> all = CommonConfiguration.tables();
        tables.schema().create(client, all);
        all.forEach(table -> disableTimeToLive(client, tables.schema().name(table)));
        stores = Stores.of(beans);
    }

    /** The clock of tests is months late, and DynamoDB Local deletes by its own. */
    private static void disableTimeToLive(DynamoDbClient client, String table) {
        client.updateTimeToLive(t -> t.tableName(table)
                .timeToLiveSpecification(
                        ttl -> ttl.attributeName(TableSchema.EXPIRES).enabled(false))
                .overrideConfiguration(c -> c.apiCallTimeout(Duration.ofSeconds(30))));
    }

    private static DynamoBackend of(DynamoDbClient client, RecordedRequests requests, SettableClock clock) {
        TableSettings tables = new TableSettings("t" + UUID.randomUUID() + "-", true, 64, 64, 8, 32);
        return new DynamoBackend(client, requests, clock, tables);
    }

    /** New tables in the shared DynamoDB Local. The interceptors see every request of the clients. */
    public static DynamoBackend inDynamoDbLocal(ExecutionInterceptor... interceptors) {
        return at(SharedEmulators.get().dynamoDb().endpoint(), interceptors);
    }

    private static DynamoBackend at(URI endpoint, ExecutionInterceptor... interceptors) {
        RecordedRequests requests = new RecordedRequests();
        List<ExecutionInterceptor> all =
                Stream.concat(Stream.of(requests), Stream.of(interceptors)).toList();
        return of(AwsProperties.dynamo(endpoint, all), requests, new SettableClock());
    }

    /** Tables in memory, whose requests are not recorded. */
    public static DynamoBackend inMemory() {
        SettableClock clock = new SettableClock();
        return of(new MemoryDynamoDb(clock), new RecordedRequests(), clock);
    }

    /** New tables in the shared LocalStack. */
    public static DynamoBackend inLocalStack() {
        return at(SharedLocalStack.endpoint());
    }

    public SettableClock clock() {
        return clock;
    }

    public Stores stores() {
        return stores;
    }

    /** The requests of the stores and of {@link #client()}. */
    public RecordedRequests requests() {
        return requests;
    }

    public DynamoDbClient client() {
        return client;
    }
}
