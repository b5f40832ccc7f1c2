package io.feedmill.testkit.server;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScanStore;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import io.feedmill.common.partition.ScannedTable.TableIndex;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A {@link ScanStore} over tables in DynamoDB Local, LocalStack or memory, and writes to these. */
public final class DynamoScanBackend {
    private static final int BATCH = 25;

    private final DynamoDbClient client;
    private final ScanStore store;

    private DynamoScanBackend(DynamoDbClient client, Sleeper sleeper) {
        this.client = client;
        DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry());
        store = new ScanStore(
                new Dynamo(client, new TableSchema("none-"), metrics, StorageGate.open(), sleeper, System::nanoTime));
    }

    public static DynamoScanBackend inDynamoDbLocal() {
        return at(SharedEmulators.get().dynamoDb().endpoint());
    }

    private static DynamoScanBackend at(URI endpoint) {
        return new DynamoScanBackend(AwsProperties.dynamo(endpoint, List.of()), Sleeper.system());
    }

    /** Its reads are repeated without a pause. */
    public static DynamoScanBackend inMemory(MemoryDynamoDb tables) {
        return new DynamoScanBackend(tables, pause -> {});
    }

    public static DynamoScanBackend inLocalStack() {
        return at(SharedLocalStack.endpoint());
    }

    public ScanStore store() {
        return store;
    }

    /** Creates the table and its indexes. The partition key of an index is a string attribute with the index's name. */
    public void create(ScannedTable table) {
        CreateTableRequest.Builder request = CreateTableRequest.builder()
                .tableName(table.name())
                .attributeDefinitions(definitions(table))
                .keySchema(keys(table))
                .billingMode(BillingMode.PAY_PER_REQUEST);
        if (!table.indexes().isEmpty()) {
            request.globalSecondaryIndexes(
                    table.indexes().stream().map(DynamoScanBackend::index).toList());
        }
        client.createTable(request.build());
        client.waiter().waitUntilTableExists(r -> r.tableName(table.name()));
    }

    private static List<KeySchemaElement> keys(ScannedTable table) {
        KeyAttribute sortKey = table.sortKey();
        List<KeySchemaElement> keys = new ArrayList<>();
        keys.add(element(table.partitionKey().name(), KeyType.HASH));
        if (sortKey != null) {
            keys.add(element(sortKey.name(), KeyType.RANGE));
        }
        return keys;
    }

    /** Attributes of the indexes come first, so that no code can depend on the order. */
    private static List<AttributeDefinition> definitions(ScannedTable table) {
        KeyAttribute sortKey = table.sortKey();
        List<AttributeDefinition> definitions = new ArrayList<>();
        table.indexes().forEach(index -> definitions.add(definition(index.name(), ScalarType.S)));
        if (sortKey != null) {
            definitions.add(definition(sortKey.name(), sortKey.type()));
        }
        definitions.add(
                definition(table.partitionKey().name(), table.partitionKey().type()));
        return definitions;
    }

    private static AttributeDefinition definition(String name, ScalarType type) {
        return AttributeDefinition.builder()
                .attributeName(name)
                .attributeType(type.name())
                .build();
    }

    private static GlobalSecondaryIndex index(TableIndex index) {
        return GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(element(index.name(), KeyType.HASH))
                .projection(p -> p.projectionType(ProjectionType.KEYS_ONLY))
                .build();
    }

    private static KeySchemaElement element(String name, KeyType type) {
        return KeySchemaElement.builder().attributeName(name).keyType(type).build();
    }

    /** Puts items with these keys and a payload of this size into the table and the named indexes. */
    public void put(ScannedTable table, List<Map<String, KeyValue>> keys, int bytes, List<String> indexes) {
        List<WriteRequest> writes = keys.stream()
                .map(key -> item(table, key, bytes, indexes))
                .map(item ->
                        WriteRequest.builder().putRequest(put -> put.item(item)).build())
                .toList();
        for (int from = 0; from < writes.size(); from += BATCH) {
            List<WriteRequest> batch = writes.subList(from, Math.min(from + BATCH, writes.size()));
            client.batchWriteItem(r -> r.requestItems(Map.of(table.name(), batch)));
        }
    }

    private static Map<String, AttributeValue> item(
            ScannedTable table, Map<String, KeyValue> key, int bytes, List<String> indexes) {
        Map<String, AttributeValue> item = new HashMap<>();
        key.forEach((name, value) -> item.put(name, attribute(value)));
        String partition =
                Objects.requireNonNull(key.get(table.partitionKey().name())).text();
        indexes.forEach(index -> item.put(index, AttributeValue.fromS(partition)));
        item.put("payload", AttributeValue.fromS("x".repeat(bytes)));
        return item;
    }

    private static AttributeValue attribute(KeyValue value) {
        return switch (value.type()) {
            case S -> AttributeValue.fromS(value.text());
            case N -> AttributeValue.fromN(value.text());
            case B ->
                AttributeValue.fromB(SdkBytes.fromByteArray(Base64.getDecoder().decode(value.text())));
        };
    }
}
