package io.feedmill.common.dynamo;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Our calls to DynamoDB: lost conditions are results, all other errors are {@link StorageException}s. The client retries single calls; what it
 * does not retry, a transaction that met another, is retried here. Reads are strongly consistent unless a query says otherwise. Thread-safe.
 */
public final class Dynamo {
    /** What one BatchGetItem takes. */
    public static final int MOST_KEYS = 100;

    private static final Backoff CONFLICT = new Backoff(Duration.ofMillis(20), Duration.ofSeconds(1));
    private static final int ATTEMPTS = 8;

    private final DynamoDbClient client;
    private final TableSchema tables;
    private final DynamoMetrics metrics;
    private final Sleeper sleeper;

    public Dynamo(DynamoDbClient client, TableSchema tables, DynamoMetrics metrics, Sleeper sleeper) {
        this.client = client;
        this.tables = tables;
        this.metrics = metrics;
        this.sleeper = sleeper;
    }

    public TableSchema tables() {
        return tables;
    }

    public Optional<Row> get(Table table, Map<String, AttributeValue> key) {
        Map<String, AttributeValue> item = call(
                        "GetItem",
                        () -> client.getItem(
                                r -> r.tableName(tables.name(table)).key(key).consistentRead(true)))
                .item();
        return item.isEmpty() ? Optional.empty() : Optional.of(new Row(item));
    }

    /** The items that are there, in no order. At most {@link #MOST_KEYS} keys. */
    public List<Row> getAll(Table table, Collection<Map<String, AttributeValue>> keys) {
        return getAll(table, keys, Consistency.STRONG);
    }

    /** As {@link #getAll(Table, Collection)}, as consistent as is said. */
    public List<Row> getAll(Table table, Collection<Map<String, AttributeValue>> keys, Consistency consistency) {
        String name = tables.name(table);
        List<Row> rows = new ArrayList<>();
        Collection<Map<String, AttributeValue>> left = keys;
        for (int attempt = 0; !left.isEmpty(); attempt++) {
            if (attempt == ATTEMPTS) {
                throw new StorageException(StorageException.Kind.THROTTLED, "UnprocessedKeys");
            }
            if (attempt > 0) {
                sleeper.sleep(CONFLICT.delay(attempt, ThreadLocalRandom.current()));
            }
            KeysAndAttributes request = KeysAndAttributes.builder()
                    .keys(left)
                    .consistentRead(consistency == Consistency.STRONG)
                    .build();
            BatchGetItemResponse response =
                    call("BatchGetItem", () -> client.batchGetItem(r -> r.requestItems(Map.of(name, request))));
            response.responses().getOrDefault(name, List.of()).forEach(item -> rows.add(new Row(item)));
            left = response.hasUnprocessedKeys() && response.unprocessedKeys().containsKey(name)
                    ? response.unprocessedKeys().get(name).keys()
                    : List.of();
        }
        return rows;
    }

    /** One Query: a page of at most 1 MB. */
    public RowPage query(PartitionQuery query) {
        QueryResponse response = call("Query", () -> client.query(query.request(tables)));
        String next =
                response.hasLastEvaluatedKey() && !response.lastEvaluatedKey().isEmpty()
                        ? new Row(response.lastEvaluatedKey()).sk()
                        : null;
        return new RowPage(response.items().stream().map(Row::new).toList(), next);
    }

    /** As many Queries as it takes to the query's limit or to its end. */
    public RowPage queryAll(PartitionQuery query) {
        List<Row> rows = new ArrayList<>();
        @Nullable String next = query.after();
        do {
            PartitionQuery rest = query.after(next).limit(query.limit() == 0 ? 0 : query.limit() - rows.size());
            RowPage page = query(rest);
            rows.addAll(page.rows());
            next = page.next();
        } while (next != null && (query.limit() == 0 || rows.size() < query.limit()));
        return new RowPage(rows, next);
    }

    /** One Scan, eventually consistent: up to {@code limit} rows of the whole table behind the key (null: from its beginning). */
    public ScanPage scan(Table table, @Nullable Map<String, AttributeValue> after, int limit) {
        ScanResponse response = call(
                "Scan",
                () -> client.scan(r ->
                        r.tableName(tables.name(table)).exclusiveStartKey(after).limit(limit)));
        Row next =
                response.hasLastEvaluatedKey() && !response.lastEvaluatedKey().isEmpty()
                        ? new Row(response.lastEvaluatedKey())
                        : null;
        return new ScanPage(response.items().stream().map(Row::new).toList(), next);
    }

    /** Puts the item if its key is free; the item that is there instead, empty where ours is. */
    public Optional<Row> putIfAbsent(Table table, Map<String, AttributeValue> item) {
        PutItemRequest request = PutItemRequest.builder()
                .tableName(tables.name(table))
                .item(item)
                .conditionExpression("attribute_not_exists(pk)")
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build();
        try {
            client.putItem(request);
            return Optional.empty();
        } catch (ConditionalCheckFailedException e) {
            return Optional.of(new Row(e.item()));
        } catch (SdkException e) {
            throw failed("PutItem", e);
        }
    }

    public UpdateResult update(Update update) {
        try {
            return new UpdateResult.Updated(
                    new Row(client.updateItem(update.request(tables)).attributes()));
        } catch (ConditionalCheckFailedException e) {
            return new UpdateResult.ConditionFailed(new Row(e.hasItem() ? e.item() : Map.of()));
        } catch (SdkException e) {
            throw failed("UpdateItem", e);
        }
    }

    public void delete(Table table, Map<String, AttributeValue> key) {
        call(
                "DeleteItem",
                () -> client.deleteItem(r -> r.tableName(tables.name(table)).key(key)));
    }

    public TransactWriteItem put(Table table, Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(tables.name(table)).item(item))
                .build();
    }

    /** All of the writes or none. A conflict with another transaction is tried again with full jitter. */
    public TransactionResult transact(List<TransactWriteItem> writes) {
        for (int attempt = 0; ; attempt++) {
            try {
                client.transactWriteItems(r -> r.transactItems(writes));
                return new TransactionResult.Committed();
            } catch (TransactionCanceledException e) {
                Optional<TransactionResult> lost = conditionFailed(e.cancellationReasons());
                if (lost.isPresent()) {
                    return lost.get();
                }
                StorageException failure = failed("TransactWriteItems", e);
                if (failure.kind() == StorageException.Kind.PERMANENT || attempt + 1 == ATTEMPTS) {
                    throw failure;
                }
                sleeper.sleep(CONFLICT.delay(attempt, ThreadLocalRandom.current()));
            } catch (SdkException e) {
                throw failed("TransactWriteItems", e);
            }
        }
    }

    private static Optional<TransactionResult> conditionFailed(List<CancellationReason> reasons) {
        for (int write = 0; write < reasons.size(); write++) {
            CancellationReason reason = reasons.get(write);
            if ("ConditionalCheckFailed".equals(reason.code())) {
                Row current = reason.hasItem() && !reason.item().isEmpty() ? new Row(reason.item()) : null;
                return Optional.of(new TransactionResult.ConditionFailed(write, current));
            }
        }
        return Optional.empty();
    }

    private <T> T call(String operation, Supplier<T> call) {
        try {
            return call.get();
        } catch (SdkException e) {
            throw failed(operation, e);
        }
    }

    private StorageException failed(String operation, SdkException e) {
        StorageException failure = StorageErrors.classify(e);
        metrics.failed(operation, failure);
        return failure;
    }
}
