package io.feedmill.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

class AllAtOnceTest {
    private final List<List<WriteRequest>> batches = new ArrayList<>();

    @Test
    void whatFailsOrComesBackIsLost() {
        try (AllAtOnce peer = new AllAtOnce(new Flaky(), Deliveries.of(110, 2))) {
            Sample sample = peer.run();
            assertThat(batches).extracting(List::size).containsExactly(25, 25, 25, 25, 10, 25, 25, 25, 25, 10);
            assertThat(sample.values()).containsEntry(Metric.LOST, 2 * (25.0 + 2));
        }
    }

    /** Fails the first batch of each post and gives two items of the second back. */
    private final class Flaky implements DynamoDbAsyncClient {
        @Override
        public CompletableFuture<BatchWriteItemResponse> batchWriteItem(BatchWriteItemRequest request) {
            List<WriteRequest> writes = request.requestItems().getOrDefault(HomeRows.TABLE, List.of());
            batches.add(writes);
            return switch (batches.size() % 5) {
                case 1 -> CompletableFuture.failedFuture(SdkClientException.create("no"));
                case 2 -> CompletableFuture.completedFuture(response(writes.subList(0, 2)));
                default ->
                    CompletableFuture.completedFuture(
                            BatchWriteItemResponse.builder().build());
            };
        }

        private static BatchWriteItemResponse response(List<WriteRequest> unprocessed) {
            return BatchWriteItemResponse.builder()
                    .unprocessedItems(Map.of(HomeRows.TABLE, unprocessed))
                    .build();
        }

        @Override
        public String serviceName() {
            return SERVICE_NAME;
        }

        @Override
        public void close() {}
    }
}
