package io.feedmill.common.dynamo;

import static java.util.Objects.requireNonNull;

import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/** Metrics of our calls to DynamoDB. Every attempt is a call. */
public final class DynamoMetrics {
    public static final String CALLS = "feedmill.dynamodb.calls";
    public static final String THROTTLED = "feedmill.dynamodb.throttled";
    public static final String BATCH_ITEMS = "feedmill.dynamodb.batch.items";

    private final MeterRegistry registry;
    private final Map<Operation, Counter> succeeded = new EnumMap<>(Operation.class);
    private final Counter written;
    private final Counter unprocessed;

    public DynamoMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.written = batchItems("written");
        this.unprocessed = batchItems("unprocessed");
        throttled(Operation.BATCH_WRITE_ITEM, "UnprocessedItems");
        for (Operation operation : Operation.values()) {
            succeeded.put(operation, calls(operation, "succeeded"));
            for (Kind kind : Kind.values()) {
                calls(operation, outcome(kind));
            }
        }
    }

    /** The call succeeded, or a condition failed. */
    void succeeded(Operation operation) {
        requireNonNull(succeeded.get(operation)).increment();
    }

    void failed(Operation operation, StorageException e) {
        calls(operation, outcome(e.kind())).increment();
        if (e.kind() == Kind.THROTTLED) {
            throttled(operation, e.reason()).increment();
        }
    }

    /** A batch write with an answer: it succeeded if at least one of its items was written. */
    void batch(int writtenItems, int unprocessedItems) {
        written.increment(writtenItems);
        unprocessed.increment(unprocessedItems);
        if (writtenItems > 0) {
            succeeded(Operation.BATCH_WRITE_ITEM);
        } else {
            calls(Operation.BATCH_WRITE_ITEM, outcome(Kind.THROTTLED)).increment();
        }
        if (unprocessedItems > 0) {
            throttled(Operation.BATCH_WRITE_ITEM, "UnprocessedItems").increment();
        }
    }

    private static String outcome(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private Counter calls(Operation operation, String outcome) {
        return counter(
                CALLS,
                "Calls by outcome, each attempt counted",
                Tags.of("operation", operation.label()).and("outcome", outcome));
    }

    private Counter throttled(Operation operation, String reason) {
        return counter(
                THROTTLED,
                "Calls that were throttled, wholly or in part",
                Tags.of("operation", operation.label()).and("reason", reason));
    }

    private Counter batchItems(String outcome) {
        return counter(BATCH_ITEMS, "Items sent by BatchWriteItem", Tags.of("outcome", outcome));
    }

    private Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    /** Our calls to DynamoDB, as metrics name them. */
    enum Operation {
        GET_ITEM("GetItem"),
        BATCH_GET_ITEM("BatchGetItem"),
        QUERY("Query"),
        SCAN("Scan"),
        DESCRIBE_TABLE("DescribeTable"),
        PUT_ITEM("PutItem"),
        UPDATE_ITEM("UpdateItem"),
        DELETE_ITEM("DeleteItem"),
        TRANSACT_WRITE_ITEMS("TransactWriteItems"),
        BATCH_WRITE_ITEM("BatchWriteItem");

        private final String label;

        Operation(String label) {
            this.label = label;
        }

        /** The name of the operation in DynamoDB. */
        String label() {
            return label;
        }

        /** The operation on these tables, as gates name it. */
        String on(String tables) {
            return label + " " + tables;
        }
    }
}
