package io.feedmill.common.dynamo;

import static io.feedmill.common.metrics.Meters.counter;
import static java.util.Objects.requireNonNull;

import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Metrics of our calls to DynamoDB. Every attempt is a call. */
public final class DynamoMetrics {
    public static final String CALLS = "feedmill.dynamodb.calls";
    public static final String THROTTLED = "feedmill.dynamodb.throttled";
    public static final String BATCH_ITEMS = "feedmill.dynamodb.batch.items";
    public static final String UNITS = "feedmill.dynamodb.units";

    private final MeterRegistry registry;
    private final Map<Operation, Counter> succeeded = new EnumMap<>(Operation.class);
    private final Map<Table, Batches> batches = new ConcurrentHashMap<>();
    private final Map<OnTable, Counter> units = new ConcurrentHashMap<>();

    /** The metrics of a process that registers those of these tables before their first calls. */
    public DynamoMetrics(MeterRegistry registry, List<Table> tables) {
        this.registry = registry;
        tables.forEach(this::batches);
        for (Operation operation : Operation.values()) {
            if (operation != Operation.DESCRIBE_TABLE) {
                tables.forEach(table -> units(new OnTable(operation, table.suffix())));
            }
            succeeded.put(operation, calls(operation, "succeeded"));
            for (Kind kind : Kind.values()) {
                calls(operation, kind.value());
            }
        }
    }

    /** The call succeeded, or a condition failed. */
    void succeeded(Operation operation) {
        requireNonNull(succeeded.get(operation)).increment();
    }

    /** The call failed. The table is without the prefix. */
    void failed(Operation operation, String table, StorageException e) {
        calls(operation, e.kind().value()).increment();
        if (e.kind() == Kind.THROTTLED) {
            throttled(operation, table, e.reason()).increment();
        }
    }

    /** A batch write with an answer: it succeeded if at least one of its items was written. */
    void batch(Table table, int writtenItems, int unprocessedItems) {
        Batches counters = batches(table);
        counters.written.increment(writtenItems);
        counters.unprocessed.increment(unprocessedItems);
        if (table.small()) {
            consumed(Operation.BATCH_WRITE_ITEM, table.suffix(), writtenItems);
        }
        if (writtenItems > 0) {
            succeeded(Operation.BATCH_WRITE_ITEM);
        } else {
            calls(Operation.BATCH_WRITE_ITEM, Kind.THROTTLED.value()).increment();
        }
        if (unprocessedItems > 0) {
            counters.throttled.increment();
        }
    }

    /** A batch write was throttled as a whole, as DynamoDB does if it can write no item. */
    void refused(Table table, int items) {
        batches(table).unprocessed.increment(items);
    }

    /** A call has consumed these units. The table is without the prefix. */
    void consumed(Operation operation, String table, double consumed) {
        units(new OnTable(operation, table)).increment(consumed);
    }

    private Counter units(OnTable call) {
        return units.computeIfAbsent(call, key -> counter(registry, UNITS, "Consumed capacity units", key.tags()));
    }

    private record OnTable(Operation operation, String table) {
        String[] tags() {
            String kind = operation.isRead() ? "read" : "write";
            return new String[] {"operation", operation.label(), "table", table, "kind", kind};
        }
    }

    private Batches batches(Table table) {
        return batches.computeIfAbsent(
                table,
                name -> new Batches(
                        batchItems(name, "written"),
                        batchItems(name, "unprocessed"),
                        throttled(Operation.BATCH_WRITE_ITEM, name.suffix(), "UnprocessedItems")));
    }

    private record Batches(Counter written, Counter unprocessed, Counter throttled) {}

    private Counter calls(Operation operation, String outcome) {
        String description = "Calls by outcome, each attempt counted";
        return counter(registry, CALLS, description, "operation", operation.label(), "outcome", outcome);
    }

    private Counter throttled(Operation operation, String table, String reason) {
        String description = "Calls that were throttled, wholly or in part";
        return counter(
                registry, THROTTLED, description, "operation", operation.label(), "reason", reason, "table", table);
    }

    private Counter batchItems(Table table, String outcome) {
        String description = "Items sent by BatchWriteItem";
        return counter(registry, BATCH_ITEMS, description, "outcome", outcome, "table", table.suffix());
    }

    /** Our calls to DynamoDB, as metrics name them. */
    public enum Operation {
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

        /** Whether it consumes read units. */
        public boolean isRead() {
            return switch (this) {
                case GET_ITEM, BATCH_GET_ITEM, QUERY, SCAN, DESCRIBE_TABLE -> true;
                case PUT_ITEM, UPDATE_ITEM, DELETE_ITEM, TRANSACT_WRITE_ITEMS, BATCH_WRITE_ITEM -> false;
            };
        }

        /** The name of the operation in DynamoDB. */
        public String label() {
            return label;
        }

        /** The operation on these tables, as gates name it. */
        String on(String tables) {
            return label + " " + tables;
        }
    }
}
