package io.feedmill.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.StubStore.Options;
import io.feedmill.testkit.server.AwsProperties;
import io.feedmill.testkit.server.SharedEmulators;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@Tag("full")
class StubStoreIT {

    /** Only DynamoDB Local knows that a table does not exist. Here it has none. */
    @Test
    void answersWritesItselfAndForwardsOtherRequests(@TempDir Path logs) {
        try (StubStore store = StubStore.start(Endpoints.of(SharedEmulators.get()), logs, Options.INSTANT);
                BareCalls bare = new BareCalls(store.endpoints());
                DynamoDbClient client = AwsProperties.dynamo(store.endpoints().dynamoDb(), List.of())) {
            assertThat(bare.writes(Deliveries.of(25, 1)).run())
                    .containsOnlyKeys(Metric.DELIVERIES_PER_SECOND, Metric.CPU_MICROS, Metric.ALLOCATED);
            assertThatThrownBy(() -> client.describeTable(r -> r.tableName("no-such-table")))
                    .isInstanceOf(ResourceNotFoundException.class);
        }
    }

    /** A post is a transaction, which this store answers, and a message, which it forwards: neither takes less than the delay. */
    @Test
    void noAnswerComesBeforeTheDelay(@TempDir Path logs) {
        Options options = new Options(Duration.ofMillis(50), true);
        try (StubStore store = StubStore.start(Endpoints.of(SharedEmulators.get()), logs, options);
                BareCalls bare = new BareCalls(store.endpoints())) {
            assertThat(bare.posts(2, 1).run().get(Metric.P50_MILLIS)).isGreaterThanOrEqualTo(100);
        }
    }
}
