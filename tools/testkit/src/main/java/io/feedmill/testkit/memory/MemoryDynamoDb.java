package io.feedmill.testkit.memory;

import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.testkit.memory.Expressions.KeyCondition;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.testkit.memory.Faults.Item;
import io.feedmill.testkit.memory.Rows.Page;
import io.feedmill.testkit.memory.Rows.Row;
import io.feedmill.testkit.memory.Write.Condition;
import io.feedmill.testkit.memory.Write.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;
import software.amazon.awssdk.services.dynamodb.waiters.DynamoDbWaiter;

/** The calls of DynamoDB that Feedmill makes, as DynamoDB Local answers them, each under one lock. All else is an {@link AssertionError}. Thread-safe. */
public final class MemoryDynamoDb implements DynamoDbClient {
    private static final int MAX_BATCH_GET = 100;
    private static final int MAX_BATCH_WRITE = 25;
    private static final int MAX_TRANSACTION = 100;
    private static final int MAX_TRANSACTION_BYTES = 4 << 20;
    private static final int MAX_BATCH_GET_BYTES = 16 << 20;
    private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

    private final InstantSource clock;
    private final Lock lock;
    private final Map<String, MemoryTable> tables;
    private final Map<String, Done> transactions;
    private final AtomicLong version;
    private volatile Faults faults = Faults.NONE;

    /** @param clock for tokens of transactions and for {@link #expire} */
    public MemoryDynamoDb(InstantSource clock) {
        this.clock = clock;
        lock = new ReentrantLock();
        tables = new ConcurrentHashMap<>();
        transactions = new LinkedHashMap<>();
        version = new AtomicLong();
    }

    private MemoryDynamoDb(MemoryDynamoDb tablesOf, Faults faults) {
        clock = tablesOf.clock;
        lock = tablesOf.lock;
        tables = tablesOf.tables;
        transactions = tablesOf.transactions;
        version = tablesOf.version;
        this.faults = faults;
    }

    /** Returns another client of the same tables, with its own faults. */
    public MemoryDynamoDb client(Faults others) {
        return new MemoryDynamoDb(this, others);
    }

    /** A transaction that was carried out. */
    private record Done(List<TransactWriteItem> writes, Instant at) {}

    /** Sets what decides about the faults of later calls. */
    public MemoryDynamoDb faults(Faults other) {
        faults = other;
        return this;
    }

    /** The number of calls until now that could write. */
    public long version() {
        return version.get();
    }

    /** Deletes what has expired by the time to live of its table, which happens at no other time. */
    public void expire() {
        locked(() -> {
            long now = clock.instant().getEpochSecond();
            long deletion = version.incrementAndGet();
            tables.values().forEach(table -> table.expired(now).forEach(key -> table.write(key, null, deletion)));
            return deletion;
        });
    }

    private <T> T locked(Supplier<T> step) {
        lock.lock();
        try {
            return step.get();
        } finally {
            lock.unlock();
        }
    }

    private <T> T call(Operation operation, DynamoDbRequest request, List<Item> items, Function<Fault, T> effect) {
        Call call = new Call(operation, request, items);
        RuntimeException failure = null;
        try {
            return call(faults.before(call), effect);
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        } finally {
            faults.after(call, failure);
        }
    }

    @SuppressWarnings("unchecked")
    private <T> T call(Fault fault, Function<Fault, T> effect) {
        return switch (fault) {
            case Fault.Refused refused -> throw refused.failure();
            case Fault.Answered answered -> (T) answered.response();
            case Fault.AnswerLost lost -> {
                unanswered(fault, effect);
                throw lost.failure();
            }
            case Fault.AppliedLater late -> {
                late.later().accept(() -> unanswered(fault, effect));
                throw late.failure();
            }
            case Fault.None none -> locked(() -> effect.apply(fault));
            case Fault.Unprocessed some -> locked(() -> effect.apply(fault));
            case Fault.AsOf past -> locked(() -> effect.apply(fault));
        };
    }

    private <T> void unanswered(Fault fault, Function<Fault, T> effect) {
        try {
            locked(() -> effect.apply(fault));
        } catch (DynamoDbException e) {
            // nobody gets the answer
        }
    }

    private MemoryTable table(String name) {
        MemoryTable table = tables.get(name);
        if (table == null) {
            throw Errors.noTable();
        }
        return table;
    }

    /** The item of a put. */
    private Item item(String name, Map<String, AttributeValue> item) {
        MemoryTable table = tables.get(name);
        return new Item(name, table == null ? item : table.key(item));
    }

    private static @Nullable ConsumedCapacity consumed(
            @Nullable ReturnConsumedCapacity asked, String table, double units) {
        if (asked == null || asked == ReturnConsumedCapacity.NONE) {
            return null;
        }
        if (asked != ReturnConsumedCapacity.TOTAL) {
            throw Errors.unknown("consumed capacity: " + asked);
        }
        return ConsumedCapacity.builder().tableName(table).capacityUnits(units).build();
    }

    private static @Nullable List<ConsumedCapacity> consumed(
            @Nullable ReturnConsumedCapacity asked, Map<String, Double> units) {
        return asked == null || asked == ReturnConsumedCapacity.NONE
                ? null
                : units.entrySet().stream()
                        .map(table -> consumed(asked, table.getKey(), table.getValue()))
                        .toList();
    }

    @Override
    public String serviceName() {
        return SERVICE_NAME;
    }

    @Override
    public void close() {}

    @Override
    public DynamoDbWaiter waiter() {
        return DynamoDbWaiter.builder().client(this).build();
    }

    @Override
    public CreateTableResponse createTable(CreateTableRequest request) {
        Requests.check(request);
        if (tables.putIfAbsent(request.tableName(), new MemoryTable(request)) != null) {
            throw Errors.tableExists();
        }
        return CreateTableResponse.builder()
                .tableDescription(table(request.tableName()).description())
                .build();
    }

    @Override
    public DeleteTableResponse deleteTable(DeleteTableRequest request) {
        if (tables.remove(request.tableName()) == null) {
            throw Errors.noTable();
        }
        return DeleteTableResponse.builder().build();
    }

    @Override
    public DescribeTableResponse describeTable(DescribeTableRequest request) {
        return call(
                Operation.DESCRIBE_TABLE,
                request,
                List.of(new Item(request.tableName(), Map.of())),
                fault -> DescribeTableResponse.builder()
                        .table(table(request.tableName()).description())
                        .build());
    }

    @Override
    public UpdateTimeToLiveResponse updateTimeToLive(UpdateTimeToLiveRequest request) {
        return locked(() -> {
            MemoryTable table = table(request.tableName());
            boolean enabled = request.timeToLiveSpecification().enabled();
            if (enabled == (table.timeToLive() != null)) {
                throw Errors.invalid("TimeToLive is already " + (enabled ? "enabled" : "disabled"));
            }
            table.timeToLive(enabled ? request.timeToLiveSpecification().attributeName() : null);
            return UpdateTimeToLiveResponse.builder()
                    .timeToLiveSpecification(request.timeToLiveSpecification())
                    .build();
        });
    }

    @Override
    public DescribeTimeToLiveResponse describeTimeToLive(DescribeTimeToLiveRequest request) {
        String attribute = table(request.tableName()).timeToLive();
        return DescribeTimeToLiveResponse.builder()
                .timeToLiveDescription(t -> t.attributeName(attribute)
                        .timeToLiveStatus(attribute == null ? TimeToLiveStatus.DISABLED : TimeToLiveStatus.ENABLED))
                .build();
    }

    /** The version that a read sees. */
    private static long seen(Fault fault, @Nullable Boolean consistent) {
        return fault instanceof Fault.AsOf past && !Boolean.TRUE.equals(consistent) ? past.version() : Long.MAX_VALUE;
    }

    @Override
    public GetItemResponse getItem(GetItemRequest request) {
        Requests.check(request);
        return call(Operation.GET_ITEM, request, List.of(new Item(request.tableName(), request.key())), fault -> {
            MemoryTable table = table(request.tableName());
            Map<String, AttributeValue> key = table.checkedKey(request.key());
            Map<String, AttributeValue> item = table.get(key, seen(fault, request.consistentRead()));
            int bytes = item == null ? 1 : Values.size(item);
            double units = MemoryTable.readUnits(bytes, request.consistentRead());
            Expressions expressions = new Expressions(request);
            UnaryOperator<Map<String, AttributeValue>> projection =
                    expressions.projection(request.projectionExpression());
            expressions.end();
            return GetItemResponse.builder()
                    .item(item == null ? null : projection.apply(item))
                    .consumedCapacity(consumed(request.returnConsumedCapacity(), table.name(), units))
                    .build();
        });
    }

    /** The items of a batch that are read or written, in its order. Throws if the batch is invalid. */
    private List<Item> accepted(Fault fault, List<Item> items, int max) {
        if (items.isEmpty()) {
            throw Errors.invalid("The batch request list for a table cannot be null or empty");
        }
        if (items.size() > max) {
            throw Errors.invalid("Too many items requested for the batch call");
        }
        if (new HashSet<>(items).size() < items.size()) {
            throw Errors.invalid("Provided list of item keys contains duplicates");
        }
        List<Item> accepted = fault instanceof Fault.Unprocessed some
                ? items.stream().filter(some.items().negate()).toList()
                : items;
        if (accepted.isEmpty()) {
            throw Errors.throttled(items.getFirst().table());
        }
        return accepted;
    }

    @Override
    public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        Requests.check(request);
        Map<String, Boolean> consistent = new HashMap<>();
        List<Item> items = new ArrayList<>();
        request.requestItems().forEach((table, asked) -> {
            Requests.check(asked);
            consistent.put(table, Boolean.TRUE.equals(asked.consistentRead()));
            asked.keys().forEach(key -> items.add(new Item(table, key)));
        });
        return call(Operation.BATCH_GET_ITEM, request, items, fault -> {
            Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
            Map<String, List<Map<String, AttributeValue>>> left = new HashMap<>();
            SortedMap<String, Double> units = new TreeMap<>();
            Set<Item> accepted = Set.copyOf(accepted(fault, items, MAX_BATCH_GET));
            long bytes = 0;
            for (Item item : items) {
                boolean strong = Boolean.TRUE.equals(consistent.get(item.table()));
                MemoryTable table = table(item.table());
                Map<String, AttributeValue> row = table.get(table.checkedKey(item.key()), seen(fault, strong));
                int size = row == null ? 0 : Values.size(row);
                if (!accepted.contains(item) || bytes + size > MAX_BATCH_GET_BYTES) {
                    left.computeIfAbsent(item.table(), name -> new ArrayList<>())
                            .add(item.key());
                    continue;
                }
                bytes += size;
                List<Map<String, AttributeValue>> rows = found.computeIfAbsent(item.table(), name -> new ArrayList<>());
                if (row != null) {
                    rows.add(row);
                }
                units.merge(item.table(), MemoryTable.readUnits(size, strong), Double::sum);
            }
            Map<String, KeysAndAttributes> unprocessed = new HashMap<>();
            left.forEach((table, keys) -> unprocessed.put(
                    table,
                    KeysAndAttributes.builder()
                            .keys(keys)
                            .consistentRead(consistent.get(table))
                            .build()));
            return BatchGetItemResponse.builder()
                    .responses(found)
                    .unprocessedKeys(unprocessed)
                    .consumedCapacity(consumed(request.returnConsumedCapacity(), units))
                    .build();
        });
    }

    @Override
    public QueryResponse query(QueryRequest request) {
        Requests.check(request);
        AttributeValue partition = request.expressionAttributeValues().getOrDefault(":pk", AttributeValue.fromS(""));
        Item item = new Item(request.tableName(), Map.of("pk", partition));
        return call(Operation.QUERY, request, List.of(item), fault -> {
            Expressions expressions = new Expressions(request);
            Predicate<Map<String, AttributeValue>> filter = expressions.condition(request.filterExpression());
            MemoryTable table = table(request.tableName());
            table.checkFilter(expressions, request.indexName());
            KeyCondition condition = expressions.keyCondition(request.keyConditionExpression());
            UnaryOperator<Map<String, AttributeValue>> projection =
                    expressions.projection(request.projectionExpression());
            expressions.end();
            Page page = table.query(request, condition, filter, seen(fault, request.consistentRead()));
            double units = MemoryTable.readUnits(page.bytes(), request.consistentRead());
            return QueryResponse.builder()
                    .items(items(page, request.select(), projection))
                    .count(page.rows().size())
                    .scannedCount(page.scanned())
                    .lastEvaluatedKey(page.next())
                    .consumedCapacity(consumed(request.returnConsumedCapacity(), table.name(), units))
                    .build();
        });
    }

    @Override
    public ScanResponse scan(ScanRequest request) {
        Requests.check(request);
        return call(Operation.SCAN, request, List.of(new Item(request.tableName(), Map.of())), fault -> {
            Expressions expressions = new Expressions(request);
            Predicate<Map<String, AttributeValue>> filter = expressions.condition(request.filterExpression());
            UnaryOperator<Map<String, AttributeValue>> projection =
                    expressions.projection(request.projectionExpression());
            expressions.end();
            MemoryTable table = table(request.tableName());
            Page page = table.scan(request, filter, seen(fault, request.consistentRead()));
            double units = MemoryTable.readUnits(page.bytes(), request.consistentRead());
            return ScanResponse.builder()
                    .items(items(page, request.select(), projection))
                    .count(page.rows().size())
                    .scannedCount(page.scanned())
                    .lastEvaluatedKey(page.next())
                    .consumedCapacity(consumed(request.returnConsumedCapacity(), table.name(), units))
                    .build();
        });
    }

    /** Null if only their number was asked for. */
    private static @Nullable List<Map<String, AttributeValue>> items(
            Page page, @Nullable Select select, UnaryOperator<Map<String, AttributeValue>> projection) {
        if (select == Select.COUNT) {
            return null;
        }
        if (select != null) {
            throw Errors.unknown("selection: " + select);
        }
        return page.rows().stream().map(Row::attributes).map(projection).toList();
    }

    @Override
    public PutItemResponse putItem(PutItemRequest request) {
        Requests.check(request);
        return call(Operation.PUT_ITEM, request, List.of(item(request.tableName(), request.item())), fault -> {
            Written written = write(Write.of(this::table, request));
            return PutItemResponse.builder()
                    .attributes(written.returned(request.returnValues()))
                    .consumedCapacity(written.consumed(request.returnConsumedCapacity()))
                    .build();
        });
    }

    @Override
    public UpdateItemResponse updateItem(UpdateItemRequest request) {
        Requests.check(request);
        return call(Operation.UPDATE_ITEM, request, List.of(new Item(request.tableName(), request.key())), fault -> {
            Written written = write(Write.of(this::table, request));
            return UpdateItemResponse.builder()
                    .attributes(written.returned(request.returnValues()))
                    .consumedCapacity(written.consumed(request.returnConsumedCapacity()))
                    .build();
        });
    }

    @Override
    public DeleteItemResponse deleteItem(DeleteItemRequest request) {
        Requests.check(request);
        return call(Operation.DELETE_ITEM, request, List.of(new Item(request.tableName(), request.key())), fault -> {
            Written written = write(Write.of(this::table, request));
            return DeleteItemResponse.builder()
                    .attributes(written.returned(request.returnValues()))
                    .consumedCapacity(written.consumed(request.returnConsumedCapacity()))
                    .build();
        });
    }

    /** A single write that was carried out. */
    private record Written(Outcome outcome, double units) {
        @Nullable Map<String, AttributeValue> returned(@Nullable ReturnValue asked) {
            return switch (asked) {
                case null -> null;
                case NONE -> null;
                case ALL_OLD -> outcome.before();
                case ALL_NEW -> outcome.after();
                default -> throw Errors.unknown("return value: " + asked);
            };
        }

        @Nullable ConsumedCapacity consumed(@Nullable ReturnConsumedCapacity asked) {
            return MemoryDynamoDb.consumed(asked, outcome.write().table().name(), units);
        }
    }

    private Written write(Write write) {
        Outcome outcome = write.outcome();
        return new Written(outcome, outcome.apply(version.incrementAndGet()));
    }

    @Override
    public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
        Requests.check(request);
        List<BatchPart> parts = request.requestItems().entrySet().stream()
                .flatMap(table -> table.getValue().stream().map(write -> part(table.getKey(), write)))
                .toList();
        List<Item> items = parts.stream().map(BatchPart::item).toList();
        return call(Operation.BATCH_WRITE_ITEM, request, items, fault -> {
            Set<Item> accepted = Set.copyOf(accepted(fault, items, MAX_BATCH_WRITE));
            List<Write> writes = parts.stream().map(this::write).toList();
            Map<String, List<WriteRequest>> left = new HashMap<>();
            SortedMap<String, Double> units = new TreeMap<>();
            version.incrementAndGet();
            for (int i = 0; i < items.size(); i++) {
                String table = items.get(i).table();
                if (accepted.contains(items.get(i))) {
                    units.merge(table, writes.get(i).outcome().apply(version.get()), Double::sum);
                } else {
                    left.computeIfAbsent(table, name -> new ArrayList<>())
                            .add(parts.get(i).request());
                }
            }
            return BatchWriteItemResponse.builder()
                    .unprocessedItems(left)
                    .consumedCapacity(consumed(request.returnConsumedCapacity(), units))
                    .build();
        });
    }

    private record BatchPart(Item item, WriteRequest request) {}

    private BatchPart part(String table, WriteRequest request) {
        Item item = request.putRequest() == null
                ? new Item(table, request.deleteRequest().key())
                : item(table, request.putRequest().item());
        return new BatchPart(item, request);
    }

    private Write write(BatchPart part) {
        MemoryTable table = table(part.item().table());
        return part.request().putRequest() == null
                ? Write.delete(table, part.item().key(), Condition.NONE)
                : Write.put(table, part.request().putRequest().item(), Condition.NONE);
    }

    @Override
    public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        Requests.check(request);
        List<Item> items = request.transactItems().stream().map(this::item).toList();
        return call(Operation.TRANSACT_WRITE_ITEMS, request, items, fault -> {
            List<Write> writes = request.transactItems().stream()
                    .map(part -> Write.of(this::table, part))
                    .toList();
            checkTransaction(writes);
            Map<String, Double> units = wasDone(request) ? Map.of() : transact(writes);
            if (request.clientRequestToken() != null) {
                transactions.putIfAbsent(
                        request.clientRequestToken(), new Done(request.transactItems(), clock.instant()));
            }
            return TransactWriteItemsResponse.builder()
                    .consumedCapacity(consumed(request.returnConsumedCapacity(), units))
                    .build();
        });
    }

    private Item item(TransactWriteItem part) {
        if (part.put() != null) {
            return item(part.put().tableName(), part.put().item());
        }
        if (part.update() != null) {
            return new Item(part.update().tableName(), part.update().key());
        }
        if (part.delete() != null) {
            return new Item(part.delete().tableName(), part.delete().key());
        }
        return new Item(part.conditionCheck().tableName(), part.conditionCheck().key());
    }

    private static void checkTransaction(List<Write> writes) {
        if (writes.isEmpty() || writes.size() > MAX_TRANSACTION) {
            throw Errors.invalid("Member must have length between 1 and 100");
        }
        if (writes.stream()
                        .map(write -> new Item(write.table().name(), write.key()))
                        .distinct()
                        .count()
                < writes.size()) {
            throw Errors.invalid("Transaction request cannot include multiple operations on one item");
        }
        int bytes = writes.stream().mapToInt(Write::bytes).sum();
        if (bytes > MAX_TRANSACTION_BYTES) {
            throw Errors.invalid("Transaction payload size cannot exceed 4MB. Payload Size: " + bytes);
        }
    }

    /** Whether a transaction with this token was carried out. Forgets the oldest ones. */
    private boolean wasDone(TransactWriteItemsRequest request) {
        Instant since = clock.instant().minus(TOKEN_LIFE);
        Iterator<Done> oldest = transactions.values().iterator();
        while (oldest.hasNext() && oldest.next().at().isBefore(since)) {
            oldest.remove();
        }
        Done done = request.clientRequestToken() == null ? null : transactions.get(request.clientRequestToken());
        if (done != null && !done.writes().equals(request.transactItems())) {
            throw Errors.otherParameters();
        }
        return done != null;
    }

    private Map<String, Double> transact(List<Write> writes) {
        List<CancellationReason> reasons = new ArrayList<>();
        List<Outcome> outcomes = new ArrayList<>();
        for (Write write : writes) {
            try {
                outcomes.add(write.outcome());
                reasons.add(Errors.none());
            } catch (DynamoDbException e) {
                reasons.add(Errors.reason(e));
            }
        }
        if (outcomes.size() < writes.size()) {
            throw Errors.cancelled(reasons);
        }
        SortedMap<String, Double> units = new TreeMap<>();
        version.incrementAndGet();
        for (Outcome outcome : outcomes) {
            units.merge(outcome.write().table().name(), 2 * outcome.apply(version.get()), Double::sum);
        }
        return units;
    }
}
