package io.feedmill.common.dynamo;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.WriteGate.WriteLane;
import io.feedmill.common.storage.Backoff;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Writes ordered lists of items by batches of 25. It is the only retry layer of these calls, see {@link DynamoClients}: only unprocessed items are sent
 * again, after a wait with full jitter, while the options allow another call. Thread-safe.
 */
public record BatchWriter(
        DynamoDbClient client,
        TableSchema tables,
        DynamoMetrics metrics,
        StorageGate calls,
        WriteGate gate,
        Timing timing) {
    /** The maximum of BatchWriteItem. */
    public static final int BATCH = 25;

    /** The waits after unprocessed items, counted from 1. */
    public static final Backoff BACKOFF = new Backoff(Duration.ofMillis(25), Duration.ofSeconds(2));

    /**
     * Writes in the order of the list; no two writes may have one key. Throws permanent errors. The writes are created when they are sent: thousands of
     * waiting ones would need much heap.
     */
    public <T> BatchResult write(Table table, List<T> items, Function<T, WriteRequest> toWrite, WriteOptions options) {
        List<Integer> putOff = new ArrayList<>();
        boolean refused = false;
        for (int from = 0; from < items.size(); from += BATCH) {
            List<T> batch = items.subList(from, Math.min(from + BATCH, items.size()));
            UnwrittenItems left = new UnwrittenItems(batch.stream().map(toWrite).toList());
            End end = write(table, left, options);
            refused |= left.isAnyRefused();
            switch (end) {
                case ENDED -> {
                    for (int position : left.positions()) {
                        putOff.add(from + position);
                    }
                }
                case OUT_OF_TIME -> {
                    return new BatchResult(from + left.written(), false, putOff, false, refused);
                }
                case LATE -> {
                    return new BatchResult(from, false, putOff, true, refused);
                }
            }
        }
        return new BatchResult(items.size(), putOff.isEmpty(), putOff, false);
    }

    /** Options of bulk writes with this deadline from now. */
    public WriteOptions bulk(Duration time) {
        return WriteOptions.bulk(Deadline.in(time, timing.clocks()));
    }

    public static WriteRequest put(Map<String, AttributeValue> item) {
        return WriteRequest.builder().putRequest(p -> p.item(item)).build();
    }

    public static WriteRequest delete(Map<String, AttributeValue> key) {
        return WriteRequest.builder().deleteRequest(d -> d.key(key)).build();
    }

    /** How the writes of a batch ended: all written or put off, without time for another call, or with an answer that came after the deadline. */
    private enum End {
        ENDED,
        OUT_OF_TIME,
        LATE
    }

    private End write(Table table, UnwrittenItems left, WriteOptions options) {
        for (int refusals = 0; !left.isEmpty() && !left.isPutOff(options.refusals()); ) {
            if (refusals > 0) {
                timing.sleeper().sleep(BACKOFF.delay(refusals, timing.random()));
            }
            Optional<WriteGate.WritePermit> permit = gate.acquire(left.size(), options);
            if (permit.isEmpty()) {
                return End.OUT_OF_TIME;
            }
            List<WriteRequest> items = left.first(permit.get().units());
            List<WriteRequest> refused = send(table, items, permit.get(), options.deadline());
            left.sent(items.size(), refused);
            if (!options.deadline().hasRoomFor(Duration.ZERO)) {
                return End.LATE;
            }
            refusals = refused.isEmpty() ? refusals : refusals + 1;
        }
        return End.ENDED;
    }

    /** Sends once. Returns what must be sent again. */
    private List<WriteRequest> send(
            Table table, List<WriteRequest> writes, WriteGate.WritePermit permit, Deadline deadline) {
        String name = tables.name(table);
        try {
            List<WriteRequest> unprocessed = calls.call(
                            Operation.BATCH_WRITE_ITEM.on(name), () -> client.batchWriteItem(request(table, writes)))
                    .unprocessedItems()
                    .getOrDefault(name, List.of());
            metrics.batch(table, writes.size() - unprocessed.size(), unprocessed.size());
            if (unprocessed.isEmpty()) {
                permit.succeeded();
            } else {
                permit.throttled(unprocessed.size());
            }
            return unprocessed;
        } catch (StorageException e) {
            if (e.kind() == StorageException.Kind.TRANSIENT) {
                deadline.unanswered();
            }
            return failed(e, table, writes, permit);
        } catch (RuntimeException e) {
            permit.abandoned();
            throw e;
        }
    }

    private List<WriteRequest> failed(
            StorageException failure, Table table, List<WriteRequest> writes, WriteGate.WritePermit permit) {
        metrics.failed(Operation.BATCH_WRITE_ITEM, table.suffix(), failure);
        switch (failure.kind()) {
            case THROTTLED -> {
                permit.throttled(writes.size());
                metrics.refused(table, writes.size());
            }
            case TRANSIENT, REJECTED -> permit.abandoned();
            case FORBIDDEN, PERMANENT -> {
                permit.abandoned();
                throw failure;
            }
        }
        return writes;
    }

    /** DynamoDB Local takes a third more time for items whose units it is asked for. */
    private BatchWriteItemRequest request(Table table, List<WriteRequest> writes) {
        ReturnConsumedCapacity units = table.small() ? null : ReturnConsumedCapacity.TOTAL;
        return BatchWriteItemRequest.builder()
                .requestItems(Map.of(tables.name(table), writes))
                .returnConsumedCapacity(units)
                .overrideConfiguration(c -> c.apiCallTimeout(DynamoClients.CALL_TIMEOUT))
                .build();
    }

    /**
     * The outcome of an ordered list of writes: {@code written} of them were applied from the beginning of the list, but for those put off, whose
     * positions are given; later ones may be applied, too. It is late if the answer to the batch after these came after the deadline, and refused if
     * refusals are the reason that not all are applied.
     */
    public record BatchResult(int written, boolean complete, List<Integer> putOff, boolean late, boolean refused) {

        /** The outcome of writes of which none was refused but those put off. */
        public BatchResult(int written, boolean complete, List<Integer> putOff, boolean late) {
            this(written, complete, putOff, late, !putOff.isEmpty());
        }
    }

    /** What to do with writes that the store refuses. */
    public enum OnRefusal {
        /** All are sent again. */
        RETRY,
        /**
         * Up to a third of a batch that is refused twice while the others are written is put off. More are sent again; of a batch of one to four items,
         * up to five times.
         */
        PUT_OFF,
        /** Those that are refused twice are put off. */
        PUT_OFF_ALL
    }

    /** The options of a write; in the last {@code reserve} of the deadline no call may be sent. */
    public record WriteOptions(Deadline deadline, WriteLane lane, OnRefusal refusals, Duration reserve) {

        public static WriteOptions express(Deadline deadline) {
            return new WriteOptions(deadline, WriteLane.EXPRESS, OnRefusal.RETRY, Duration.ZERO);
        }

        public static WriteOptions bulk(Deadline deadline) {
            return new WriteOptions(deadline, WriteLane.BULK, OnRefusal.RETRY, Duration.ZERO);
        }

        public WriteOptions with(OnRefusal other) {
            return new WriteOptions(deadline, lane, other, reserve);
        }

        public WriteOptions reserving(Duration time) {
            return new WriteOptions(deadline, lane, refusals, time);
        }

        /** Whether another call may be sent. A deadline may move closer: ask again after every wait. */
        public boolean allowAnotherCall() {
            return deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT.plus(reserve));
        }
    }
}
