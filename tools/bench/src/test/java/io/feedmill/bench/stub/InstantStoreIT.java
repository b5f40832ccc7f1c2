package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import io.feedmill.bench.work.SdkClients;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.testkit.server.SharedEmulators;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

class InstantStoreIT {
    private static final StoreOptions OPTIONS =
            StoreOptions.instant(SharedEmulators.get().dynamoDb().endpoint());
    private static final BatchWriteItemRequest BATCH = batch();

    private static BatchWriteItemRequest batch() {
        Deliveries deliveries = Deliveries.of(25, 1);
        return new HomeRows(deliveries.items().getFirst()).batch(deliveries.recipients());
    }

    /** That a table is not there only the store behind it can say. */
    @Test
    void answersBatchesAndFollowersAndForwardsAllElse() {
        try (InstantStore store = InstantStore.start(OPTIONS, EmulatorsHome.configured());
                DynamoDbClient client = SdkClients.fastest(store.endpoint())) {
            client.batchWriteItem(BATCH);
            assertThat(followers(client, GeneratedFollowers.author(3, "x")).count())
                    .isEqualTo(3);
            assertThatThrownBy(() -> client.describeTable(r -> r.tableName("no-such-table")))
                    .isInstanceOf(ResourceNotFoundException.class);
            assertThat(store.counts().of("BatchWriteItem").items()).isEqualTo(25);
            assertThat(store.counts().of("Query").items()).isEqualTo(3);
            assertThat(store.counts().of("DescribeTable").requests()).isEqualTo(1);
            assertThat(store.process().isAlive()).isTrue();
        }
    }

    @Test
    void takesWhatItsPaceAllows() {
        try (InstantStore store = InstantStore.start(OPTIONS, EmulatorsHome.configured());
                DynamoDbClient client = SdkClients.fastest(store.endpoint())) {
            store.pace(new Pace(Duration.ofMillis(200), 100));
            long began = System.nanoTime();
            client.batchWriteItem(BATCH);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(Duration.ofMillis(200));
            assertThat(store.counts().of("BatchWriteItem").items()).isEqualTo(10);
            store.pace(Pace.of(Duration.ZERO));
            client.batchWriteItem(BATCH);
            assertThat(store.counts().of("BatchWriteItem").items()).isEqualTo(35);
        }
    }

    private static QueryResponse followers(DynamoDbClient client, String author) {
        return client.query(r -> r.tableName(InstantStore.FOLLOWS)
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("followers:" + author))));
    }
}
