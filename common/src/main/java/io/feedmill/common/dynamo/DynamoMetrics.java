package io.feedmill.common.dynamo;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** What we count of our calls to DynamoDB. */
public final class DynamoMetrics {
    public static final String THROTTLED = "feedmill.dynamodb.throttled";
    public static final String BATCH_ITEMS = "feedmill.dynamodb.batch.items";

    private final MeterRegistry registry;
    private final Counter written;
    private final Counter unprocessed;

    public DynamoMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.written = batchItems("written");
        this.unprocessed = batchItems("unprocessed");
        throttled("BatchWriteItem", "UnprocessedItems");
    }

    void batch(int writtenItems, int unprocessedItems) {
        written.increment(writtenItems);
        unprocessed.increment(unprocessedItems);
        if (unprocessedItems > 0) {
            throttled("BatchWriteItem", "UnprocessedItems").increment();
        }
    }

    void failed(String operation, StorageException e) {
        if (e.kind() == StorageException.Kind.THROTTLED) {
            throttled(operation, e.reason()).increment();
        }
    }

    private Counter throttled(String operation, String reason) {
        return Counter.builder(THROTTLED)
                .description("Calls that were throttled, wholly or in part")
                .tag("operation", operation)
                .tag("reason", reason)
                .register(registry);
    }

    private Counter batchItems(String outcome) {
        return Counter.builder(BATCH_ITEMS)
                .description("Items sent by BatchWriteItem")
                .tag("outcome", outcome)
                .register(registry);
    }
}
