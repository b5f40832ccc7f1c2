package io.feedmill.common.dynamo;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.Timing;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Our calls to DynamoDB: failed conditions are results, all other errors are {@link StorageException}s, thrown after the last attempt. Reads are
 * strongly consistent unless a query says otherwise. Thread-safe.
 */
public final class Dynamo {
    /** The maximum of BatchGetItem. */
    public static final int MAX_KEYS = 100;

    private final DynamoDbClient client;
    private final TableSchema tables;
    private final Retries retries;

    /** The client must not retry by itself, see {@link DynamoClients}. The gate admits every call. */
    public Dynamo(DynamoDbClient client, TableSchema tables, DynamoMetrics metrics, StorageGate gate, Timing timing) {
        this(client, new Retries(gate, tables, metrics, timing, false));
    }

    private Dynamo(DynamoDbClient client, Retries retries) {
        this.client = client;
        this.retries = retries;
        this.tables = retries.schema();
    }

    /** The same calls without a gate. */
    public Dynamo ungated() {
        return new Dynamo(client, retries.ungated());
    }

    /** The same transactions, within {@link DynamoClients#LONGEST_BRIEF_CALL}. */
    public Dynamo brief() {
        return new Dynamo(client, retries.ofBriefCalls());
    }

    public TableSchema tables() {
        return tables;
    }

    public Optional<Row> get(Table table, Map<String, AttributeValue> key) {
        return get(GetItemRequest.builder()
                .tableName(tables.name(table))
                .key(key)
                .consistentRead(true)
                .build());
    }

    /** An item of any table of the account. */
    public Optional<Row> get(GetItemRequest request) {
        Map<String, AttributeValue> item = retries.call(
                Operation.GET_ITEM,
                request.tableName(),
                attempt -> client.getItem(request).item());
        return item.isEmpty() ? Optional.empty() : Optional.of(new Row(item));
    }

    public List<Row> getAll(Table table, Stream<? extends Map<String, AttributeValue>> keys) {
        return getAll(table, keys, Consistency.STRONG);
    }

    /** The existing items, in no order; by one call for {@link #MAX_KEYS} keys. */
    public List<Row> getAll(Table table, Stream<? extends Map<String, AttributeValue>> keys, Consistency consistency) {
        return keys.gather(Gatherers.windowFixed(MAX_KEYS))
                .map(batch -> KeysAndAttributes.builder()
                        .keys(batch)
                        .consistentRead(consistency == Consistency.STRONG)
                        .build())
                .flatMap(batch -> getBatch(tables.name(table), batch).stream())
                .toList();
    }

    /** Asks again only for unprocessed keys; they are a failure if they stay so. */
    private List<Row> getBatch(String table, KeysAndAttributes all) {
        List<Row> rows = new ArrayList<>();
        AtomicReference<KeysAndAttributes> left = new AtomicReference<>(all);
        return retries.call(Operation.BATCH_GET_ITEM, table, attempt -> {
            BatchGetItemResponse response = client.batchGetItem(r -> r.requestItems(Map.of(table, left.get())));
            response.responses().getOrDefault(table, List.of()).forEach(item -> rows.add(new Row(item)));
            KeysAndAttributes unprocessed = response.unprocessedKeys().get(table);
            if (unprocessed != null) {
                left.set(all.copy(keys -> keys.keys(unprocessed.keys())));
                throw new StorageException(StorageException.Kind.THROTTLED, "UnprocessedKeys");
            }
            return rows;
        });
    }

    /** One Query: a page of up to 1 MB. */
    public RowPage query(PartitionQuery query) {
        QueryRequest request = query.request(tables);
        QueryResponse response = retries.call(Operation.QUERY, request.tableName(), attempt -> client.query(request));
        Row last = last(response.lastEvaluatedKey());
        String next = last == null ? null : last.string(query.sortKey());
        return new RowPage(response.items().stream().map(Row::new).toList(), next, units(response));
    }

    /** Queries up to the query's limit or its end. */
    public RowPage queryAll(PartitionQuery query) {
        List<Row> rows = new ArrayList<>();
        double units = 0;
        PartitionQuery rest = query;
        RowPage page;
        do {
            page = query(rest.limit(query.limit() == 0 ? 0 : query.limit() - rows.size()));
            rows.addAll(page.rows());
            units += page.units();
            rest = query.after(page.next());
        } while (page.next() != null && (query.limit() == 0 || rows.size() < query.limit()));
        return new RowPage(rows, page.next(), units);
    }

    /** A page of sort keys for display, the first one strongly consistent. Reads one row more than requested to know whether there are more. */
    public RowPage list(PartitionQuery list, @Nullable String after, int limit) {
        PartitionQuery first = list.limit(limit + 1).sortKeys();
        return queryAll(after == null ? first : first.after(after).eventuallyConsistent())
                .first(limit);
    }

    /** Counts the rows of a query, eventually consistent, up to this number. */
    public int count(PartitionQuery query, int max) {
        return count(query, max, Double.MAX_VALUE).rows();
    }

    /** As {@link #count(PartitionQuery, int)}, by pages of the query's limit, as long as one more like the last is within these units. */
    public Count count(PartitionQuery query, int max, double maxUnits) {
        int count = 0;
        double units = 0;
        @Nullable Map<String, AttributeValue> after = null;
        QueryResponse response;
        do {
            int limit = query.limit() == 0 ? max - count : Math.min(query.limit(), max - count);
            QueryRequest page = query.eventuallyConsistent().limit(limit).request(tables).toBuilder()
                    .select(Select.COUNT)
                    .exclusiveStartKey(after)
                    .build();
            response = retries.call(Operation.QUERY, page.tableName(), attempt -> client.query(page));
            count += response.count();
            units += units(response);
            after = response.lastEvaluatedKey();
        } while (count < max && !after.isEmpty() && units + units(response) <= maxUnits);
        return new Count(count, after.isEmpty());
    }

    /** The number of rows, {@code all} of a query, or the first that were counted. */
    public record Count(int rows, boolean all) {}

    private static double units(QueryResponse response) {
        ConsumedCapacity consumed = response.consumedCapacity();
        return consumed == null || consumed.capacityUnits() == null ? 0 : consumed.capacityUnits();
    }

    /** One Scan, eventually consistent: up to {@code limit} rows of the segment after the key (null: from the beginning). */
    public Page<Row, RowKey> scan(Table table, Segment segment, @Nullable RowKey after, int limit) {
        ScanResponse response = scan(ScanRequest.builder()
                .tableName(tables.name(table))
                .segment(segment.index())
                .totalSegments(segment.total())
                .exclusiveStartKey(after == null ? null : after.attributes())
                .limit(limit)
                .build());
        Row last = last(response.lastEvaluatedKey());
        return new Page<>(
                response.items().stream().map(Row::new).toList(),
                last == null ? null : new RowKey(last.pk(), last.sk()));
    }

    /** The key to continue after; null at the end. */
    private static @Nullable Row last(Map<String, AttributeValue> key) {
        return key.isEmpty() ? null : new Row(key);
    }

    /** One Scan of any table of the account. */
    public ScanResponse scan(ScanRequest request) {
        return retries.call(Operation.SCAN, request.tableName(), attempt -> client.scan(request));
    }

    /** Describes any table of the account; empty if it is absent. */
    public Optional<TableDescription> describe(String table) {
        return retries.call(Operation.DESCRIBE_TABLE, table, attempt -> {
            try {
                return Optional.of(client.describeTable(r -> r.tableName(table)).table());
            } catch (ResourceNotFoundException e) {
                return Optional.empty();
            }
        });
    }

    /** Puts the item if its key is free. Returns the existing item, or empty if the new one was put. */
    public Optional<Row> putIfAbsent(Table table, Map<String, AttributeValue> item) {
        String name = tables.name(table);
        return retries.call(Operation.PUT_ITEM, name, attempt -> {
            try {
                client.putItem(r -> r.tableName(name)
                        .item(item)
                        .conditionExpression("attribute_not_exists(pk)")
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
                return Optional.empty();
            } catch (ConditionalCheckFailedException e) {
                return Optional.of(new Row(e.item()));
            }
        });
    }

    /** One put into any table of the account. Returns empty if its condition did not hold. */
    public Optional<PutItemResponse> put(PutItemRequest request) {
        return retries.call(Operation.PUT_ITEM, request.tableName(), attempt -> {
            try {
                return Optional.of(client.putItem(request));
            } catch (ConditionalCheckFailedException e) {
                return Optional.empty();
            }
        });
    }

    public UpdateResult update(Update update) {
        UpdateItemRequest request = update.request(tables);
        return retries.call(Operation.UPDATE_ITEM, request.tableName(), attempt -> {
            try {
                return new UpdateResult.Updated(
                        new Row(client.updateItem(request).attributes()));
            } catch (ConditionalCheckFailedException e) {
                Row current = new Row(e.hasItem() ? e.item() : Map.of());
                return attempt.afterLostAnswer()
                        ? new UpdateResult.Unclear(current)
                        : new UpdateResult.ConditionFailed(current);
            }
        });
    }

    public void delete(Table table, Map<String, AttributeValue> key) {
        delete(table, key, null, Attributes.of());
    }

    /** Deletes the item on this condition, null: on none; else does nothing and returns false. */
    public boolean delete(Table table, Map<String, AttributeValue> key, @Nullable String condition, Attributes values) {
        String name = tables.name(table);
        return retries.call(Operation.DELETE_ITEM, name, attempt -> {
            try {
                client.deleteItem(r -> r.tableName(name)
                        .key(key)
                        .conditionExpression(condition)
                        .expressionAttributeValues(Update.orNull(values)));
                return true;
            } catch (ConditionalCheckFailedException e) {
                return false;
            }
        });
    }

    /** An update as a part of a transaction, as are those that follow. */
    public TransactWriteItem write(Update update) {
        return update.inTransaction(tables);
    }

    public TransactWriteItem put(Table table, Map<String, AttributeValue> item) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(tables.name(table)).item(item))
                .build();
    }

    /** Puts the item on condition that its key is free. */
    public TransactWriteItem putNew(Table table, Map<String, AttributeValue> item) {
        return putIf(table, item, "attribute_not_exists(pk)", Attributes.of());
    }

    public TransactWriteItem putIf(Table table, Map<String, AttributeValue> item, String condition, Attributes values) {
        return TransactWriteItem.builder()
                .put(p -> p.tableName(tables.name(table))
                        .item(item)
                        .conditionExpression(condition)
                        .expressionAttributeValues(Update.orNull(values))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /** Deletes the item, if it exists. */
    public TransactWriteItem deletion(Table table, Map<String, AttributeValue> key) {
        return deletionIf(table, key, null, Attributes.of());
    }

    public TransactWriteItem deletionOfExisting(Table table, Map<String, AttributeValue> key) {
        return deletionIf(table, key, "attribute_exists(pk)", Attributes.of());
    }

    public TransactWriteItem deletionIf(
            Table table, Map<String, AttributeValue> key, @Nullable String condition, Attributes values) {
        return TransactWriteItem.builder()
                .delete(d -> d.tableName(tables.name(table))
                        .key(key)
                        .conditionExpression(condition)
                        .expressionAttributeNames(Update.orNull(Update.names(String.valueOf(condition))))
                        .expressionAttributeValues(Update.orNull(values)))
                .build();
    }

    public TransactWriteItem check(Table table, Map<String, AttributeValue> key, String condition) {
        return check(table, key, condition, Attributes.of());
    }

    /** Writes nothing; the transaction fails unless the item, or its absence, meets the condition. */
    public TransactWriteItem check(Table table, Map<String, AttributeValue> key, String condition, Attributes values) {
        return TransactWriteItem.builder()
                .conditionCheck(c -> c.tableName(tables.name(table))
                        .key(key)
                        .conditionExpression(condition)
                        .expressionAttributeNames(Update.orNull(Update.names(condition)))
                        .expressionAttributeValues(Update.orNull(values)))
                .build();
    }

    /** Applies all of the writes or none. All attempts carry one token: one after a lost answer finds its writes done, and commits. */
    public TransactionResult transact(List<TransactWriteItem> writes) {
        Transaction transaction = new Transaction(writes);
        TransactWriteItemsRequest request = transaction.request(
                retries.timing().random(), retries.brief() ? DynamoClients.BRIEF_ATTEMPT_TIMEOUT : null);
        return retries.call(Operation.TRANSACT_WRITE_ITEMS, transaction.tables(), transaction::refusing, attempt -> {
            try {
                client.transactWriteItems(request);
                return new TransactionResult.Committed();
            } catch (TransactionCanceledException e) {
                return TransactionResult.ofCancelled(e);
            }
        });
    }

    /** As {@link #transact}. Returns whether all conditions held. */
    public boolean commit(List<TransactWriteItem> writes) {
        return transact(writes) instanceof TransactionResult.Committed;
    }

    /** A transaction of one write, at twice its units: an attempt whose answer was lost cannot undo what another call has written since. */
    public void writeOnce(TransactWriteItem write) {
        transact(List.of(write));
    }

    public enum Consistency {
        /** Sees all acknowledged writes. */
        STRONG,
        /** May miss the latest writes; half the price. */
        EVENTUAL
    }
}
