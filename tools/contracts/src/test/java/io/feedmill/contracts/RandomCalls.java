package io.feedmill.contracts;

import static java.util.Objects.requireNonNull;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Table.Index;
import io.feedmill.common.dynamo.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Random requests about few keys of three tables: most are valid, and some of each rule's limits are not. */
final class RandomCalls {
    /** A table with a sort key and a global index. */
    static final String SORTED = "random-sorted";

    /** A table with a sort key and a local index. */
    private static final String LOCAL = "random-local";

    /** A table without a sort key. */
    static final String FLAT = "random-flat";

    static final String INDEX = "idx";

    private static final ReturnConsumedCapacity TOTAL = ReturnConsumedCapacity.TOTAL;
    private static final List<String> PARTITIONS = List.of("a", "b", "c", "é😀");
    private static final List<String> SORTS = List.of("0", "1", "2", "3", "~", "é", "\uFFFD", "😀");
    private static final List<String> STRINGS = List.of("a", "b", "ab", "", "0", "1", "2");
    private static final List<String> NUMBERS = List.of("-1", "0", "1", "2", "10", "1.5", "2.50", "1e3", "-0.01");
    private static final List<Integer> SIZES = List.of(1, 500, 1_020, 3_000, 4_090, 9_000);
    private static final List<String> ATTRIBUTES =
            List.of("num", "str", "strs", "nums", "entries", "bool", INDEX, "more");

    private final Random random;
    private final List<TransactWriteItemsRequest> transactions = new ArrayList<>();
    private final List<String> indexKeys = new ArrayList<>(List.of("0"));
    private Map<String, AttributeValue> values = new HashMap<>();
    private Map<String, String> names = new HashMap<>();
    private boolean local;

    RandomCalls(long seed) {
        random = new Random(seed);
    }

    static List<CreateTableRequest> tables() {
        TableSchema schema = new TableSchema("random-");
        return List.of(
                schema.definition(new Table("sorted", true, Index.global(INDEX))),
                schema.definition(new Table("local", true, Index.local(INDEX, INDEX))),
                schema.definition(Table.withoutSortKey("flat")));
    }

    DynamoDbRequest next() {
        values = new HashMap<>();
        names = new HashMap<>();
        return switch (random.nextInt(16)) {
            case 0, 1 -> put(table());
            case 2, 3, 4, 5 -> update(table());
            case 6 -> delete(table());
            case 7 -> get(table());
            case 8 -> batchGet();
            case 9 -> batchWrite();
            case 10, 11 -> query();
            case 12 -> scan();
            default -> transaction();
        };
    }

    private boolean oneIn(int times) {
        return random.nextInt(times) == 0;
    }

    private <T> T any(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private <T> @Nullable T maybe(Supplier<T> supplier) {
        return random.nextBoolean() ? supplier.get() : null;
    }

    private String table() {
        String table = oneIn(4) ? FLAT : oneIn(3) ? LOCAL : SORTED;
        local = table.equals(LOCAL);
        return table;
    }

    private static boolean isSorted(String table) {
        return !table.equals(FLAT);
    }

    private static AttributeValue s(String value) {
        return AttributeValue.fromS(value);
    }

    private Map<String, AttributeValue> key(String table) {
        Map<String, AttributeValue> key = new HashMap<>(Map.of("pk", s(any(PARTITIONS))));
        if (isSorted(table) != oneIn(100)) {
            key.put("sk", s(any(SORTS)));
        }
        if (oneIn(200)) {
            key.put("sk", any(List.of(s(""), s("x".repeat(1_025)), AttributeValue.fromN("1"))));
        }
        return key;
    }

    private Map<String, AttributeValue> item(String table) {
        Map<String, AttributeValue> item = key(table);
        for (String name : ATTRIBUTES) {
            if (random.nextBoolean()) {
                item.put(name, value(name));
            }
        }
        if (oneIn(500)) {
            item.put("more", s("x".repeat(409_590 + random.nextInt(10))));
        }
        return item;
    }

    /** A value of the attribute's type, rarely of another. */
    private AttributeValue value(String attribute) {
        if (attribute.equals(INDEX)) {
            // DynamoDB Local takes a key of another type for an update of a local index
            return !local && oneIn(50) ? AttributeValue.fromN("1") : s(newIndexKey());
        }
        return switch (oneIn(20) ? any(ATTRIBUTES) : attribute) {
            case "num" -> AttributeValue.fromN(any(NUMBERS));
            case "strs" -> AttributeValue.fromSs(distinct(STRINGS));
            case "nums" -> AttributeValue.fromNs(distinct(NUMBERS));
            case "entries" ->
                oneIn(2)
                        ? AttributeValue.fromM(Map.of("k", s(any(STRINGS)), "n", AttributeValue.fromN(any(NUMBERS))))
                        : AttributeValue.fromL(List.of(s(any(STRINGS)), AttributeValue.fromNul(true)));
            case "bool" -> AttributeValue.fromBool(random.nextBoolean());
            case "more" -> s("x".repeat(any(SIZES)));
            default -> s(any(STRINGS));
        };
    }

    /** No other row has it: DynamoDB has no order of rows with one index key. */
    private String newIndexKey() {
        String key = any(SORTS) + indexKeys.size();
        indexKeys.add(key);
        return key;
    }

    private String sortKey(boolean indexed) {
        return indexed && !oneIn(3)
                ? any(indexKeys.subList(Math.max(0, indexKeys.size() - 50), indexKeys.size()))
                : any(SORTS);
    }

    private List<String> distinct(List<String> all) {
        Set<String> some = new LinkedHashSet<>();
        int size = oneIn(50) ? 0 : 1 + random.nextInt(3);
        while (some.size() < size) {
            some.add(any(all));
        }
        return List.copyOf(some);
    }

    /** A placeholder for a new value. */
    private String placeholder(String attribute) {
        String name = ":v" + values.size();
        values.put(name, value(attribute));
        return oneIn(300) ? ":undefined" : name;
    }

    /** The attribute's name or a placeholder for it. */
    private String name(String attribute) {
        if (oneIn(3)) {
            names.put("#" + attribute, attribute);
            return "#" + attribute;
        }
        return attribute;
    }

    private String operand(String attribute) {
        String other = any(ATTRIBUTES);
        return oneIn(8) && !other.equals(attribute) ? name(other) : placeholder(attribute);
    }

    private String condition(int depth) {
        String attribute = any(ATTRIBUTES);
        String name = name(attribute);
        return switch (random.nextInt(depth == 0 ? 8 : 10)) {
            case 0 -> "attribute_exists(" + (oneIn(2) ? "pk" : name) + ")";
            case 1, 2 -> "attribute_not_exists(" + (oneIn(2) ? "pk" : name) + ")";
            case 3 -> name + " = " + operand(attribute);
            case 4 -> name + " <> " + operand(attribute);
            case 5 -> name + any(List.of(" < ", " <= ", " > ", " >= ")) + placeholder(any(List.of("num", "str")));
            case 6 -> "contains(" + name + ", " + placeholder(attribute.equals("nums") ? "num" : "str") + ")";
            case 7 -> name + " IN (" + placeholder(attribute) + ", " + placeholder(attribute) + ")";
            case 8 -> condition(depth - 1) + " AND " + condition(depth - 1);
            default -> (oneIn(2) ? "(%s OR %s)" : "%s OR %s").formatted(condition(depth - 1), condition(depth - 1));
        };
    }

    private @Nullable String condition() {
        return maybe(() -> condition(2));
    }

    private String update() {
        List<String> left = new ArrayList<>(ATTRIBUTES);
        List<String> clauses = new ArrayList<>();
        for (String verb : List.of("SET", "REMOVE", "ADD", "DELETE")) {
            if (random.nextBoolean()) {
                clauses.add(verb + " "
                        + String.join(
                                ", ",
                                Stream.generate(() -> action(verb, attribute(verb, left)))
                                        .limit(1 + random.nextInt(2))
                                        .toList()));
            }
        }
        return clauses.isEmpty() ? "SET " + action("SET", "num") : String.join(" ", clauses);
    }

    /** An attribute that is not changed yet, rarely one that is. */
    private String attribute(String verb, List<String> left) {
        if (oneIn(200)) {
            return "num";
        }
        List<String> suitable = switch (verb) {
            case "ADD" -> List.of("num", "nums", "strs");
            case "DELETE" -> List.of("nums", "strs");
            default -> left;
        };
        String attribute = any(left.stream().anyMatch(suitable::contains) ? suitable : left);
        while (!left.contains(attribute)) {
            attribute = any(suitable);
        }
        left.remove(attribute);
        return attribute;
    }

    private String action(String verb, String attribute) {
        String name = name(attribute);
        return switch (verb) {
            case "REMOVE" -> name;
            case "SET" -> name + " = " + assigned(attribute);
            default -> name + " " + placeholder(attribute);
        };
    }

    private String assigned(String attribute) {
        return switch (random.nextInt(5)) {
            case 0 -> "if_not_exists(" + name(attribute) + ", " + placeholder(attribute) + ")";
            case 1 -> attribute.equals(INDEX) ? placeholder(attribute) : name("str");
            default -> placeholder(attribute);
        };
    }

    private @Nullable Map<String, AttributeValue> values() {
        if (oneIn(100)) {
            values.put(":unused", s("x"));
        }
        return values.isEmpty() ? null : values;
    }

    private @Nullable Map<String, String> names() {
        return names.isEmpty() ? null : names;
    }

    private @Nullable ReturnValuesOnConditionCheckFailure told() {
        return maybe(() -> ReturnValuesOnConditionCheckFailure.ALL_OLD);
    }

    private PutItemRequest put(String table) {
        return PutItemRequest.builder()
                .tableName(table)
                .item(item(table))
                .conditionExpression(condition())
                .expressionAttributeNames(names())
                .expressionAttributeValues(values())
                .returnValues(maybe(() -> ReturnValue.ALL_OLD))
                .returnValuesOnConditionCheckFailure(told())
                .returnConsumedCapacity(TOTAL)
                .build();
    }

    private UpdateItemRequest update(String table) {
        return UpdateItemRequest.builder()
                .tableName(table)
                .key(key(table))
                .updateExpression(update())
                .conditionExpression(condition())
                .expressionAttributeNames(names())
                .expressionAttributeValues(values())
                .returnValues(any(List.of(ReturnValue.ALL_NEW, ReturnValue.ALL_OLD, ReturnValue.NONE)))
                .returnValuesOnConditionCheckFailure(told())
                .returnConsumedCapacity(TOTAL)
                .build();
    }

    private DeleteItemRequest delete(String table) {
        return DeleteItemRequest.builder()
                .tableName(table)
                .key(key(table))
                .conditionExpression(condition())
                .expressionAttributeNames(names())
                .expressionAttributeValues(values())
                .returnValues(maybe(() -> ReturnValue.ALL_OLD))
                .returnValuesOnConditionCheckFailure(told())
                .returnConsumedCapacity(TOTAL)
                .build();
    }

    private GetItemRequest get(String table) {
        return GetItemRequest.builder()
                .tableName(oneIn(200) ? "random-absent" : table)
                .key(key(table))
                .consistentRead(random.nextBoolean())
                .projectionExpression(projection())
                .expressionAttributeNames(names())
                .returnConsumedCapacity(TOTAL)
                .build();
    }

    private @Nullable String projection() {
        return oneIn(3) ? name(any(ATTRIBUTES)) + ", " + name("pk") : null;
    }

    private BatchGetItemRequest batchGet() {
        String table = table();
        Stream<Map<String, AttributeValue>> keys =
                Stream.generate(() -> key(table)).limit(1 + random.nextInt(5));
        KeysAndAttributes asked = KeysAndAttributes.builder()
                .keys(oneIn(20) ? keys.toList() : keys.distinct().toList())
                .consistentRead(random.nextBoolean())
                .build();
        return BatchGetItemRequest.builder()
                .requestItems(Map.of(table, asked))
                .returnConsumedCapacity(TOTAL)
                .build();
    }

    private BatchWriteItemRequest batchWrite() {
        String table = table();
        Map<Object, WriteRequest> writes = new HashMap<>();
        for (int i = random.nextInt(oneIn(50) ? 100 : 5); i >= 0; i--) {
            Map<String, AttributeValue> key = key(table);
            Map<String, AttributeValue> item = item(table);
            item.putAll(key);
            writes.put(
                    oneIn(100) ? i : key,
                    random.nextBoolean()
                            ? WriteRequest.builder()
                                    .putRequest(p -> p.item(item))
                                    .build()
                            : WriteRequest.builder()
                                    .deleteRequest(d -> d.key(key))
                                    .build());
        }
        return BatchWriteItemRequest.builder()
                .requestItems(Map.of(table, writes.values()))
                .returnConsumedCapacity(TOTAL)
                .build();
    }

    private QueryRequest query() {
        String table = table();
        boolean indexed = isSorted(table) && oneIn(3);
        AttributeValue pk = s(any(PARTITIONS));
        String filter = oneIn(3) ? condition(1) : null;
        QueryRequest.Builder query = QueryRequest.builder()
                .tableName(table)
                .indexName(indexed ? INDEX : null)
                .consistentRead((indexed && table.equals(SORTED)) ? oneIn(50) : random.nextBoolean())
                .filterExpression(filter)
                .scanIndexForward(maybe(random::nextBoolean))
                .limit(maybe(() -> 1 + random.nextInt(6)))
                .returnConsumedCapacity(TOTAL);
        if (oneIn(4)) {
            query.select(Select.COUNT);
        } else {
            query.projectionExpression(projection());
        }
        String sortKey = indexed ? INDEX : "sk";
        values.put(":pk", pk);
        if (isSorted(table) && random.nextBoolean()) {
            query.keyConditionExpression("pk = :pk AND " + sortKey + " BETWEEN :first AND :last");
            List<String> bounds =
                    Stream.of(sortKey(indexed), sortKey(indexed)).sorted().toList();
            values.put(":first", s(bounds.getFirst()));
            values.put(":last", s(bounds.getLast()));
        } else {
            query.keyConditionExpression("pk = :pk");
        }
        if (oneIn(4)) {
            Map<String, AttributeValue> start = key(table);
            if (indexed) {
                start.put(INDEX, s(sortKey(true) + "x"));
            }
            if (!oneIn(20)) {
                start.put("pk", pk);
            }
            query.exclusiveStartKey(start);
        }
        return query.expressionAttributeNames(names())
                .expressionAttributeValues(values())
                .build();
    }

    private ScanRequest scan() {
        String table = table();
        String filter = oneIn(3) ? condition(1) : null;
        return ScanRequest.builder()
                .tableName(table)
                .indexName(isSorted(table) && oneIn(3) ? INDEX : null)
                .filterExpression(filter)
                .projectionExpression(projection())
                .expressionAttributeNames(names())
                .expressionAttributeValues(values())
                .returnConsumedCapacity(TOTAL)
                .build();
    }

    /** New, or repeated with the same token, or with the token of another. */
    private TransactWriteItemsRequest transaction() {
        if (!transactions.isEmpty() && oneIn(10)) {
            TransactWriteItemsRequest again = any(transactions);
            return oneIn(5) ? again.toBuilder().transactItems(part()).build() : again;
        }
        Set<String> items = new HashSet<>();
        List<TransactWriteItem> parts = IntStream.rangeClosed(0, random.nextInt(4))
                .mapToObj(i -> part())
                .filter(part -> items.add(item(part)))
                .toList();
        TransactWriteItemsRequest request = TransactWriteItemsRequest.builder()
                .transactItems(parts)
                .clientRequestToken(new UUID(random.nextLong(), random.nextLong()).toString())
                .returnConsumedCapacity(TOTAL)
                .build();
        transactions.add(request);
        if (transactions.size() > 5) {
            transactions.removeFirst();
        }
        return request;
    }

    private static String item(TransactWriteItem part) {
        if (part.put() != null) {
            return item(part.put().tableName(), part.put().item());
        }
        if (part.update() != null) {
            return item(part.update().tableName(), part.update().key());
        }
        return part.delete() == null
                ? item(part.conditionCheck().tableName(), part.conditionCheck().key())
                : item(part.delete().tableName(), part.delete().key());
    }

    private static String item(String table, Map<String, AttributeValue> key) {
        return table + key.get("pk") + (isSorted(table) ? key.get("sk") : "");
    }

    private TransactWriteItem part() {
        values = new HashMap<>();
        names = new HashMap<>();
        String table = table();
        TransactWriteItem.Builder part = TransactWriteItem.builder();
        switch (random.nextInt(5)) {
            case 0 -> part.put(copied(put(table), Put.builder()).build());
            case 1 -> part.delete(copied(delete(table), Delete.builder()).build());
            case 2 -> {
                String condition = condition(1);
                part.conditionCheck(c -> c.tableName(table)
                        .key(key(table))
                        .conditionExpression(condition)
                        .expressionAttributeNames(names())
                        .expressionAttributeValues(values())
                        .returnValuesOnConditionCheckFailure(told()));
            }
            default -> part.update(copied(update(table), Update.builder()).build());
        }
        return part.build();
    }

    /** Copies the fields of a request that a part of a transaction has, too. */
    private static <B extends SdkPojo> B copied(SdkPojo request, B part) {
        part.sdkFields()
                .forEach(field -> field.set(
                        part,
                        requireNonNull(request.sdkFieldNameToField().get(field.memberName()))
                                .getValueOrDefault(request)));
        return part;
    }
}
