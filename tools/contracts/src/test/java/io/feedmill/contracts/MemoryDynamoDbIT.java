package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.feedmill.testkit.server.DynamoBackend;
import java.math.BigDecimal;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The database in memory answers random calls as DynamoDB Local does: with the same rows, errors and units. */
class MemoryDynamoDbIT {
    private static final int REMEMBERED = 5;

    /** An invalid part may cancel a transaction, or be refused with the request: DynamoDB Local does the latter more often than DynamoDB. */
    private static final String INVALID = "DynamoDbException ValidationException";

    /** DynamoDB Local compares the requests of a token before it checks the types of keys. */
    private static final String OTHER_REQUEST =
            "IdempotentParameterMismatchException IdempotentParameterMismatchException";

    private final DynamoDbClient local = DynamoBackend.inDynamoDbLocal().client();
    private final DynamoDbClient memory = new MemoryDynamoDb(InstantSource.system());
    private final Deque<DynamoDbRequest> requests = new ArrayDeque<>();
    private final Set<String> tokens = new HashSet<>();

    @BeforeEach
    void create() {
        for (DynamoDbClient client : List.of(local, memory)) {
            RandomCalls.tables().forEach(client::createTable);
        }
    }

    @AfterEach
    void drop() {
        RandomCalls.tables().forEach(table -> local.deleteTable(r -> r.tableName(table.tableName())));
    }

    @Test
    @Tag("contained")
    void answersSomeCallsAsDynamoDbLocal() {
        compare(300);
    }

    @Test
    @Tag("full")
    void answersManyCallsAsDynamoDbLocal() {
        compare(25_000);
    }

    private void compare(int calls) {
        // Another seed for each test: DynamoDB Local remembers the tokens of the tests before.
        long seed = Long.getLong("feedmill.seed", calls);
        RandomCalls random = new RandomCalls(seed);
        for (int call = 0; call < calls; call++) {
            DynamoDbRequest request = random.next();
            requests.addLast(request);
            if (requests.size() > REMEMBERED) {
                requests.removeFirst();
            }
            int number = call;
            assertSame(
                    request,
                    () -> "call %s of seed %s; the last calls: %s"
                            .formatted(number, seed, requests.toString().replaceAll("x{9,}", "x…")));
        }
        RandomCalls.tables().forEach(table -> assertSame(rows(table.tableName()), () -> "rows of seed " + seed));
    }

    private void assertSame(DynamoDbRequest request, String description) {
        assertSame(request, () -> description);
    }

    private void assertSame(DynamoDbRequest request, Supplier<String> description) {
        boolean withUnits = agreeOnUnits(request);
        Object actual = answer(memory, request, withUnits);
        Object expected = answer(local, request, withUnits);
        if (!expected.equals(OTHER_REQUEST) || !actual.equals(INVALID)) {
            assertThat(actual).as(description).isEqualTo(expected);
        }
    }

    private static ScanRequest rows(String table) {
        return ScanRequest.builder()
                .tableName(table)
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
    }

    private static Map<String, AttributeValue> row(int number, int bytes) {
        return Map.of(
                "pk", AttributeValue.fromS("p"),
                "sk", AttributeValue.fromS("%03d".formatted(number)),
                "more", AttributeValue.fromS("x".repeat(bytes)));
    }

    private static TransactWriteItemsRequest transaction(int parts, int bytes) {
        return TransactWriteItemsRequest.builder()
                .clientRequestToken("t" + parts)
                .transactItems(IntStream.range(0, parts)
                        .mapToObj(number -> TransactWriteItem.builder()
                                .put(p -> p.tableName(RandomCalls.SORTED).item(row(number % 100, bytes)))
                                .build())
                        .toList())
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {100_000, 131_072 - 12, 131_072 - 13, 262_144 - 12, 262_144 - 13})
    void aPageEndsAtOneMegabyte(int bytes) {
        for (int number = 0; number < 12; number++) {
            Map<String, AttributeValue> row = row(number, bytes);
            List.of(local, memory)
                    .forEach(client ->
                            client.putItem(r -> r.tableName(RandomCalls.SORTED).item(row)));
        }
        assertSame(rows(RandomCalls.SORTED), "scan");
        QueryRequest query = QueryRequest.builder()
                .tableName(RandomCalls.SORTED)
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS("p")))
                .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                .build();
        assertSame(query, "ascending");
        assertSame(
                query.toBuilder().scanIndexForward(false).select(Select.COUNT).build(), "descending");
    }

    @Test
    void transactionsAndBatchesHaveTheSameLimits() {
        assertSame(transaction(100, 10), "100 parts");
        assertSame(transaction(101, 10), "101 parts, two of one item");
        assertSame(transaction(10, 400_000), "less than 4 MB");
        assertSame(transaction(11, 400_000), "more than 4 MB");
        for (int keys : List.of(100, 101)) {
            assertSame(
                    BatchGetItemRequest.builder()
                            .requestItems(Map.of(
                                    RandomCalls.FLAT,
                                    KeysAndAttributes.builder()
                                            .keys(IntStream.range(0, keys)
                                                    .mapToObj(key -> Map.of("pk", AttributeValue.fromS("k" + key)))
                                                    .toList())
                                            .build()))
                            .build(),
                    keys + " keys");
        }
    }

    /**
     * Whether DynamoDB Local charges what DynamoDB does. It adds equal units of a transaction once, charges two for a deletion of nothing in a batch, one
     * in a transaction, and others for a repeated transaction.
     */
    private boolean agreeOnUnits(DynamoDbRequest request) {
        return switch (request) {
            case BatchWriteItemRequest batch ->
                batch.requestItems().entrySet().stream()
                        .allMatch(table -> table.getValue().stream()
                                .filter(write -> write.deleteRequest() != null)
                                .allMatch(write -> exists(
                                        table.getKey(), write.deleteRequest().key())));
            case TransactWriteItemsRequest transaction ->
                tokens.add(transaction.clientRequestToken())
                        && transaction.transactItems().size() == 1
                        && transaction.transactItems().getFirst().delete() == null;
            default -> true;
        };
    }

    private boolean exists(String table, Map<String, AttributeValue> key) {
        try {
            return memory.getItem(r -> r.tableName(table).key(key)).hasItem();
        } catch (DynamoDbException e) {
            return false;
        }
    }

    private static Object answer(DynamoDbClient client, DynamoDbRequest request, boolean withUnits) {
        try {
            Map<String, Object> answer = fields(send(client, request));
            if (!withUnits) {
                answer.remove("ConsumedCapacity");
            }
            return answer;
        } catch (ConditionalCheckFailedException e) {
            return List.of(e.awsErrorDetails().errorCode(), e.hasItem() ? canonical(e.item()) : "no item");
        } catch (TransactionCanceledException e) {
            return e.cancellationReasons().stream()
                            .anyMatch(reason -> reason.code().equals("ValidationError"))
                    ? INVALID
                    : e.cancellationReasons().stream()
                            .map(MemoryDynamoDbIT::reason)
                            .toList();
        } catch (DynamoDbException e) {
            return e.getClass().getSimpleName() + " " + e.awsErrorDetails().errorCode();
        }
    }

    private static SdkPojo send(DynamoDbClient client, DynamoDbRequest request) {
        return switch (request) {
            case PutItemRequest put -> client.putItem(put);
            case UpdateItemRequest update -> client.updateItem(update);
            case DeleteItemRequest delete -> client.deleteItem(delete);
            case GetItemRequest get -> client.getItem(get);
            case BatchGetItemRequest batch -> client.batchGetItem(batch);
            case BatchWriteItemRequest batch -> client.batchWriteItem(batch);
            case QueryRequest query -> client.query(query);
            case ScanRequest scan -> client.scan(scan);
            case TransactWriteItemsRequest transaction -> client.transactWriteItems(transaction);
            default -> throw new AssertionError(request);
        };
    }

    private static Object reason(CancellationReason reason) {
        String message = reason.message() == null ? "" : reason.message().replaceAll("\\.$", "");
        return List.of(reason.code(), message, reason.hasItem() ? canonical(reason.item()) : "no item");
    }

    /** The same for values that DynamoDB takes as equal, in one order where it has none. */
    private static Object canonical(Object value) {
        return switch (value) {
            case AttributeValue attribute -> canonical(attribute);
            case Map<?, ?> map -> {
                Map<Object, Object> sorted = new TreeMap<>();
                map.forEach((name, each) -> sorted.put(name, canonical(each)));
                yield sorted;
            }
            case List<?> list ->
                list.stream()
                        .map(MemoryDynamoDbIT::canonical)
                        .sorted(Comparator.comparing(Object::toString))
                        .toList();
            case SdkPojo pojo -> fields(pojo);
            default -> value;
        };
    }

    private static Map<String, Object> fields(SdkPojo pojo) {
        Map<String, Object> fields = new TreeMap<>();
        for (SdkField<?> field : pojo.sdkFields()) {
            Object value = field.getValueOrDefault(pojo);
            if (value != null && !(value instanceof SdkAutoConstructMap) && !(value instanceof SdkAutoConstructList)) {
                fields.put(field.memberName(), canonical(value));
            }
        }
        return fields;
    }

    private static Object canonical(AttributeValue value) {
        return switch (value.type()) {
            case N -> new BigDecimal(value.n()).stripTrailingZeros();
            case SS -> new TreeSet<>(value.ss());
            case NS ->
                new TreeSet<>(value.ns().stream()
                        .map(number -> new BigDecimal(number).stripTrailingZeros())
                        .toList());
            case L -> value.l().stream().map(MemoryDynamoDbIT::canonical).toList();
            case M -> canonical(value.m());
            default -> value;
        };
    }
}
