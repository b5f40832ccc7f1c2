package io.feedmill.bench.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Emulators.Endpoints;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.testkit.server.SharedEmulators;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@Tag("full")
class InstantStoreIT {
    private static final Duration LATENCY = Duration.ofMillis(200);

    /** Only DynamoDB Local knows that a table does not exist. */
    @Test
    void answersWritesAfterItsLatencyAndForwardsOtherRequests(@TempDir Path logs) {
        EmulatorProcesses servers = SharedEmulators.get();
        Endpoints targets =
                new Endpoints(servers.dynamoDb().endpoint(), servers.queues().endpoint());
        try (InstantStore store = InstantStore.start(targets, logs);
                BareCalls bare = new BareCalls(store.endpoints());
                DynamoDbClient client = client(store.endpoints())) {
            store.latency(LATENCY);
            assertThat(bare.writes(Deliveries.of(25, 1))
                            .run()
                            .value(Metric.DELIVERIES_PER_SECOND)
                            .orElseThrow())
                    .isLessThanOrEqualTo(25 / 0.2);
            assertThatThrownBy(() -> client.describeTable(r -> r.tableName("no-such-table")))
                    .isInstanceOf(ResourceNotFoundException.class);
        }
    }

    private static DynamoDbClient client(Endpoints endpoints) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoints.dynamoDb())
                .region(Region.US_EAST_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("bench", "bench")))
                .build();
    }
}
