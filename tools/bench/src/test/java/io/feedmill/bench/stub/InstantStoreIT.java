package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.HomeRows;
import io.feedmill.bench.sdk.SdkClients;
import io.feedmill.testkit.server.SharedEmulators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@Tag("full")
class InstantStoreIT {
    private static final BatchWriteItemRequest BATCH = batch();
    private static final Duration LATENCY = Duration.ofMillis(200);

    private static BatchWriteItemRequest batch() {
        Deliveries deliveries = Deliveries.of(25, 1);
        return new HomeRows(deliveries.items().getFirst()).batch(deliveries.recipients());
    }

    /** Only the target knows that a table does not exist. */
    @Test
    void answersBatchesAndFollowersAndForwardsOtherRequests(@TempDir Path logs) {
        try (InstantStore store = start(logs);
                DynamoDbClient client = SdkClients.fastest(store.endpoint())) {
            client.batchWriteItem(BATCH);
            assertThat(followers(client, Followers.author(3, "x")).count()).isEqualTo(3);
            assertThatThrownBy(() -> client.describeTable(r -> r.tableName("no-such-table")))
                    .isInstanceOf(ResourceNotFoundException.class);
            assertThat(store.requests()).isEqualTo(3);
            assertThat(store.cpu().read()).isPositive();
        }
    }

    @Test
    void takesItsLatency(@TempDir Path logs) {
        try (InstantStore store = start(logs);
                DynamoDbClient client = SdkClients.fastest(store.endpoint())) {
            store.latency(LATENCY);
            long began = System.nanoTime();
            client.batchWriteItem(BATCH);
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isGreaterThanOrEqualTo(LATENCY);
        }
    }

    private static InstantStore start(Path logs) {
        return InstantStore.start(SharedEmulators.get().dynamoDb().endpoint(), logs, "none");
    }

    private static QueryResponse followers(DynamoDbClient client, String author) {
        return client.query(r -> r.tableName(InstantStore.FOLLOWS)
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("followers:" + author))));
    }
}
