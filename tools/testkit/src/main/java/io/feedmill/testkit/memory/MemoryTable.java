package io.feedmill.testkit.memory;

import io.feedmill.testkit.memory.Expressions.KeyCondition;
import io.feedmill.testkit.memory.Expressions.Range;
import io.feedmill.testkit.memory.Expressions.Update;
import io.feedmill.testkit.memory.Rows.Page;
import io.feedmill.testkit.memory.Rows.Row;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** A table with its indexes, and what DynamoDB checks and charges. Not thread-safe. */
final class MemoryTable {
    static final int WRITE_UNIT = 1 << 10;

    private static final int READ_UNIT = 4 << 10;
    private static final int MAX_ITEM = 400 << 10;

    /** What a write of an item in a local index is charged beyond its size. */
    private static final int LOCAL_BYTES = 100;

    private static final List<Integer> MAX_KEYS = List.of(2_048, 1_024);

    private final CreateTableRequest definition;
    private final Map<String, String> types = new HashMap<>();
    private final Rows rows;
    private final Map<String, Rows> indexes = new HashMap<>();
    private final Set<String> global = new HashSet<>();
    private @Nullable String timeToLive;

    MemoryTable(CreateTableRequest definition) {
        this.definition = definition;
        for (AttributeDefinition attribute : definition.attributeDefinitions()) {
            types.put(attribute.attributeName(), attribute.attributeTypeAsString());
        }
        rows = new Rows(names(definition.keySchema()), List.of(), false);
        definition.globalSecondaryIndexes().forEach(index -> {
            addIndex(index.indexName(), index.keySchema(), index.projection());
            global.add(index.indexName());
        });
        definition
                .localSecondaryIndexes()
                .forEach(index -> addIndex(index.indexName(), index.keySchema(), index.projection()));
    }

    private void addIndex(String name, List<KeySchemaElement> keys, Projection projected) {
        ProjectionType projection = projected.projectionType();
        if (projection != ProjectionType.ALL && projection != ProjectionType.KEYS_ONLY) {
            throw Errors.unknown("projection: " + projection);
        }
        indexes.put(name, new Rows(names(keys), rows.key(), projection == ProjectionType.KEYS_ONLY));
    }

    private static List<String> names(List<KeySchemaElement> schema) {
        return schema.stream().map(KeySchemaElement::attributeName).toList();
    }

    String name() {
        return definition.tableName();
    }

    @Nullable String timeToLive() {
        return timeToLive;
    }

    void timeToLive(@Nullable String attribute) {
        timeToLive = attribute;
    }

    /** The rows of the table or, if not null, of the index. */
    Rows rows(@Nullable String index) {
        Rows found = index == null ? rows : indexes.get(index);
        if (found == null) {
            throw Errors.invalid("The table does not have the specified index: " + index);
        }
        return found;
    }

    /** As {@link #rows(String)}, for a read. */
    private Rows rows(@Nullable String index, @Nullable Boolean consistent) {
        Rows found = rows(index);
        if (Boolean.TRUE.equals(consistent) && index != null && global.contains(index)) {
            throw Errors.invalid("Consistent reads are not supported on global secondary indexes");
        }
        return found;
    }

    /** The key of an item. */
    Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
        return Rows.only(item, rows.key());
    }

    /** Checks the key of a request, which has nothing else. */
    Map<String, AttributeValue> checkedKey(Map<String, AttributeValue> key) {
        if (!key.keySet().equals(Set.copyOf(rows.key()))) {
            throw Errors.invalid("The number of conditions on the keys is invalid");
        }
        return checked(key);
    }

    /** Checks an item to be put, or its key. Returns it in normal form. */
    Map<String, AttributeValue> checked(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> normal = Values.normalized(item);
        for (int i = 0; i < rows.key().size(); i++) {
            String name = rows.key().get(i);
            AttributeValue value = normal.get(name);
            if (value == null) {
                throw Errors.invalid("One of the required keys was not given a value");
            }
            checkKey(name, value, MAX_KEYS.get(i));
        }
        checkSize(normal, "Item size has exceeded the maximum allowed size");
        checkIndexes(normal);
        return normal;
    }

    private static void checkSize(Map<String, AttributeValue> item, String message) {
        if (Values.size(item) > MAX_ITEM) {
            throw Errors.invalid(message);
        }
    }

    private void checkIndexes(Map<String, AttributeValue> item) {
        for (Rows index : indexes.values()) {
            for (int i = 0; i < index.key().size(); i++) {
                AttributeValue value = item.get(index.key().get(i));
                if (value != null) {
                    checkKey(index.key().get(i), value, MAX_KEYS.get(i));
                }
            }
        }
    }

    private void checkKey(String name, AttributeValue value, int max) {
        if (!value.type().name().equals(types.get(name))) {
            throw Errors.invalid("One or more parameter values were invalid: Type mismatch for key " + name);
        }
        int size = Values.size(value);
        if (size == 0) {
            throw Errors.invalid("One or more parameter values are not valid. The AttributeValue for a key attribute"
                    + " cannot contain an empty string value. Key: " + name);
        }
        if (size > max) {
            throw Errors.invalid(
                    "Hash primary key values must be under 2048 bytes, and range primary key values must be under 1024"
                            + " bytes");
        }
    }

    /** Checks that an update changes no key. */
    void checkUpdate(Update update) {
        for (String name : rows.key()) {
            if (update.changes(name)) {
                throw Errors.invalid("One or more parameter values were invalid: Cannot update attribute " + name
                        + ". This attribute is part of the key");
            }
        }
    }

    /** Checks the item that an update makes. */
    void checkUpdated(Map<String, AttributeValue> item) {
        checkSize(item, "Item size to update has exceeded the maximum allowed size");
        checkIndexes(item);
    }

    @Nullable Map<String, AttributeValue> get(Map<String, AttributeValue> key, long version) {
        Row row = rows.asOf(version).get(rows.position(key));
        return row == null ? null : row.attributes();
    }

    /** Puts the item, or removes it if null. Returns the write units. */
    double write(Map<String, AttributeValue> key, @Nullable Map<String, AttributeValue> item, long version) {
        Position position = rows.position(key);
        Row before = rows.all().get(position);
        Row after = item == null ? null : new Row(item);
        if (before != null || after != null) {
            rows.set(position, after, version);
        }
        double units = writeUnits(Math.max(size(before), size(after)));
        for (Map.Entry<String, Rows> index : indexes.entrySet()) {
            int more = global.contains(index.getKey()) ? 0 : LOCAL_BYTES;
            units += write(index.getValue(), more, before, after, version);
        }
        return units;
    }

    private static double write(Rows index, int more, @Nullable Row before, @Nullable Row after, long version) {
        Row old = index.projected(before == null ? null : before.attributes());
        Row now = index.projected(after == null ? null : after.attributes());
        Position from = old == null ? null : index.position(old.attributes());
        Position to = now == null ? null : index.position(now.attributes());
        if (Objects.equals(old, now)) {
            return 0;
        }
        if (from != null && to != null && from.equals(to)) {
            index.set(to, now, version);
            return writeUnits(more + Math.max(size(old), size(now)));
        }
        double units = 0;
        if (from != null) {
            index.set(from, null, version);
            units += writeUnits(more + size(old));
        }
        if (to != null) {
            index.set(to, now, version);
            units += writeUnits(more + size(now));
        }
        return units;
    }

    private static int size(@Nullable Row row) {
        return row == null ? 0 : row.size();
    }

    private static double writeUnits(int bytes) {
        return Math.max(1, Math.ceilDiv(bytes, WRITE_UNIT));
    }

    static double readUnits(long bytes, @Nullable Boolean consistent) {
        return Math.ceilDiv(bytes, (long) READ_UNIT) * (Boolean.TRUE.equals(consistent) ? 1 : 0.5);
    }

    /** Checks that a filter, the first of the expressions, names no key. */
    void checkFilter(Expressions expressions, @Nullable String index) {
        for (String name : rows(index).key()) {
            if (expressions.attributes().contains(name)) {
                throw Errors.invalid(
                        "Filter Expression can only contain non-primary key attributes: Primary key attribute: "
                                + name);
            }
        }
    }

    Page query(
            QueryRequest request, KeyCondition condition, Predicate<Map<String, AttributeValue>> filter, long version) {
        Rows from = rows(request.indexName(), request.consistentRead());
        Range range = condition.range();
        if (!condition.partitionKey().equals(from.key().getFirst())
                || (range != null && !range.sortKey().equals(from.key().getLast()))) {
            throw Errors.unknown("key condition: " + request.keyConditionExpression());
        }
        checkKey(condition.partitionKey(), condition.partition(), MAX_KEYS.getFirst());
        if (range != null) {
            checkKey(range.sortKey(), range.first(), MAX_KEYS.getLast());
            checkKey(range.sortKey(), range.last(), MAX_KEYS.getLast());
        }
        Position first = position(condition.partition(), range == null ? null : range.first());
        Position last = position(condition.partition(), range == null ? null : range.last());
        if (first.compareTo(last) > 0) {
            throw Errors.invalid(
                    "The BETWEEN operator requires upper bound to be greater than or equal to lower bound");
        }
        NavigableMap<Position, Row> found = from.asOf(version).subMap(first, true, last.justAfter(), true);
        boolean ascending = !Boolean.FALSE.equals(request.scanIndexForward());
        Position end = ascending ? last : first;
        NavigableMap<Position, Row> ordered = ascending ? found : found.descendingMap();
        if (request.hasExclusiveStartKey()) {
            Position start = start(from, request.exclusiveStartKey());
            if (start.compareTo(first) < 0
                    || start.compareTo(last.justAfter()) > 0
                    || (range != null && start.equals(end))) {
                throw Errors.invalid("The provided starting key does not match the range key predicate");
            }
            ordered = ordered.tailMap(start, false);
        }
        return from.page(ordered, request.limit(), filter, end);
    }

    private static Position position(AttributeValue partition, @Nullable AttributeValue sort) {
        Comparable<?> key = Values.order(partition);
        List<Comparable<?>> parts = new ArrayList<>(List.of(Position.hash(key), key));
        if (sort != null) {
            parts.add(Values.order(sort));
        }
        return new Position(parts);
    }

    private Position start(Rows from, Map<String, AttributeValue> key) {
        Map<String, AttributeValue> normal = Values.normalized(key);
        if (!normal.keySet().equals(Set.copyOf(from.keys()))) {
            throw Errors.invalid("The provided starting key is invalid");
        }
        normal.forEach((name, value) -> checkKey(name, value, MAX_KEYS.getFirst()));
        return from.position(normal);
    }

    Page scan(ScanRequest request, Predicate<Map<String, AttributeValue>> filter, long version) {
        Rows from = rows(request.indexName(), request.consistentRead());
        int total = request.totalSegments() == null ? 1 : request.totalSegments();
        int segment = request.segment() == null ? 0 : request.segment();
        if (segment >= total || (request.segment() == null) != (request.totalSegments() == null)) {
            throw Errors.invalid("Invalid segment " + segment + " of " + total);
        }
        NavigableMap<Position, Row> found =
                from.asOf(version).subMap(beginning(segment, total), true, beginning(segment + 1, total), false);
        if (request.hasExclusiveStartKey()) {
            Position start = start(from, request.exclusiveStartKey());
            if (start.compareTo(beginning(segment, total)) < 0 || start.compareTo(beginning(segment + 1, total)) > 0) {
                throw Errors.invalid("The provided starting key is invalid: it is in another segment");
            }
            found = found.tailMap(start, false);
        }
        return from.page(found, request.limit(), filter, null);
    }

    private static Position beginning(int segment, int total) {
        return new Position(List.of(Math.ceilDiv(segment * Position.HASHES, (long) total)));
    }

    /** The keys of the items that have expired at this time. */
    List<Map<String, AttributeValue>> expired(long epochSecond) {
        String attribute = timeToLive;
        if (attribute == null) {
            return List.of();
        }
        return rows.all().values().stream()
                .map(Row::attributes)
                .filter(item -> item.containsKey(attribute)
                        && item.get(attribute).n() != null
                        && Values.number(item.get(attribute)).longValue() <= epochSecond)
                .map(this::key)
                .toList();
    }

    TableDescription description() {
        TableDescription.Builder description = TableDescription.builder()
                .tableName(name())
                .tableStatus(TableStatus.ACTIVE)
                .attributeDefinitions(definition.attributeDefinitions())
                .keySchema(definition.keySchema())
                .billingModeSummary(b -> b.billingMode(definition.billingMode()))
                .itemCount((long) rows.all().size())
                .tableSizeBytes(rows.bytes());
        if (definition.hasGlobalSecondaryIndexes()) {
            description.globalSecondaryIndexes(definition.globalSecondaryIndexes().stream()
                    .map(this::description)
                    .toList());
        }
        if (definition.hasLocalSecondaryIndexes()) {
            description.localSecondaryIndexes(definition.localSecondaryIndexes().stream()
                    .map(this::description)
                    .toList());
        }
        return description.build();
    }

    private GlobalSecondaryIndexDescription description(GlobalSecondaryIndex index) {
        Rows found = rows(index.indexName());
        return GlobalSecondaryIndexDescription.builder()
                .indexName(index.indexName())
                .indexStatus(IndexStatus.ACTIVE)
                .keySchema(index.keySchema())
                .projection(index.projection())
                .itemCount((long) found.all().size())
                .indexSizeBytes(found.bytes())
                .build();
    }

    private LocalSecondaryIndexDescription description(LocalSecondaryIndex index) {
        Rows found = rows(index.indexName());
        return LocalSecondaryIndexDescription.builder()
                .indexName(index.indexName())
                .keySchema(index.keySchema())
                .projection(index.projection())
                .itemCount((long) found.all().size())
                .indexSizeBytes(found.bytes())
                .build();
    }
}
