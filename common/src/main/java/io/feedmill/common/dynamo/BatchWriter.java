package io.feedmill.common.dynamo;

import io.feedmill.common.breaker.CallGate;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.WriteGate.Lane;
import io.feedmill.common.storage.Backoff;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes ordered lists of items by batches of 25. It is the only retry layer of these calls: only unprocessed items are
 * sent again, after a wait with full jitter, while the options allow another call. Thread-safe.
 */
public final class BatchWriter {
    /** The maximum of BatchWriteItem. */
    public static final int BATCH = 25;

    /** The waits after unprocessed items, counted from 1. */
    public static final Backoff BACKOFF = new Backoff(Duration.ofMillis(25), Duration.ofSeconds(2));

    private final DynamoDbClient client;
    private final TableSchema tables;
    private final DynamoMetrics metrics;
    private final CallGate calls;
    private final WriteGate gate;
    private final Sleeper sleeper;

    /** The client must not retry by itself, see {@link DynamoClients}. */
    public BatchWriter(
            DynamoDbClient client,
            TableSchema tables,
            DynamoMetrics metrics,
            CallGate calls,
            WriteGate gate,
            Sleeper sleeper) {
        this.client = client;
        this.tables = tables;
        this.metrics = metrics;
        this.calls = calls;
        this.gate = gate;
        this.sleeper = sleeper;
    }

    /** Writes in the order of the list; no two writes may have one key. Throws permanent errors. */
    public BatchResult write(Table table, List<WriteRequest> writes, WriteOptions terms) {
        return write(table, writes, write -> write, terms);
    }

    /** As {@link #write(Table, List, WriteOptions)}, of writes that are created when they are sent: thousands of waiting ones would need much heap. */
    public <T> BatchResult write(Table table, List<T> items, Function<T, WriteRequest> toWrite, WriteOptions terms) {
        String name = tables.name(table);
        for (int from = 0; from < items.size(); from += BATCH) {
            List<T> batch = items.subList(from, Math.min(from + BATCH, items.size()));
            UnwrittenItems left = new UnwrittenItems(batch.stream().map(toWrite).toList());
            write(name, left, terms);
            if (!left.isEmpty()) {
                return new BatchResult(from + left.written(), false);
            }
        }
        return new BatchResult(items.size(), true);
    }

    private void write(String table, UnwrittenItems left, WriteOptions terms) {
        for (int refusals = 0; !left.isEmpty(); ) {
            Optional<WriteGate.Permit> permit = gate.acquire(left.size(), terms);
            if (permit.isEmpty()) {
                return;
            }
            List<WriteRequest> items = left.first(permit.get().units());
            List<WriteRequest> refused = send(table, items, permit.get());
            left.sent(items.size(), refused);
            if (!refused.isEmpty()) {
                refusals++;
                sleeper.sleep(BACKOFF.delay(refusals, ThreadLocalRandom.current()));
            }
        }
    }

    /** Sends once. Returns what must be sent again. */
    private List<WriteRequest> send(String table, List<WriteRequest> writes, WriteGate.Permit permit) {
        try {
            List<WriteRequest> unprocessed = calls.call(
                            Operation.BATCH_WRITE_ITEM.on(table), () -> client.batchWriteItem(request(table, writes)))
                    .unprocessedItems()
                    .getOrDefault(table, List.of());
            metrics.batch(writes.size() - unprocessed.size(), unprocessed.size());
            if (unprocessed.isEmpty()) {
                permit.succeeded();
            } else {
                permit.throttled(unprocessed.size());
            }
            return unprocessed;
        } catch (StorageException e) {
            return failed(e, writes, permit);
        } catch (RuntimeException e) {
            permit.abandoned();
            throw e;
        }
    }

    private List<WriteRequest> failed(StorageException failure, List<WriteRequest> writes, WriteGate.Permit permit) {
        metrics.failed(Operation.BATCH_WRITE_ITEM, failure);
        switch (failure.kind()) {
            case THROTTLED -> permit.throttled(writes.size());
            case TRANSIENT, REJECTED -> permit.abandoned();
            case FORBIDDEN, PERMANENT -> {
                permit.abandoned();
                throw failure;
            }
        }
        return writes;
    }

    private static BatchWriteItemRequest request(String table, List<WriteRequest> writes) {
        return BatchWriteItemRequest.builder()
                .requestItems(Map.of(table, writes))
                .overrideConfiguration(c -> c.apiCallTimeout(DynamoClients.CALL_TIMEOUT))
                .build();
    }

    /**
     * The outcome of an ordered list of writes.
     *
     * @param written number of writes applied from the beginning of the list; later ones may be applied, too
     * @param complete whether all are applied
     */
    public record BatchResult(int written, boolean complete) {}

    /** The options of a write: its deadline and its lane. */
    public record WriteOptions(Deadline deadline, Lane lane) {

        public static WriteOptions express(Deadline deadline) {
            return new WriteOptions(deadline, Lane.EXPRESS);
        }

        public static WriteOptions bulk(Deadline deadline) {
            return new WriteOptions(deadline, Lane.BULK);
        }

        /** Whether another call may be sent. A deadline may move closer: ask again after every wait. */
        public boolean allowAnotherCall() {
            return deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT);
        }
    }
}
